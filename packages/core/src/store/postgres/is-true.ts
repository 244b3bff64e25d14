// A boolean as the server writes it: `t` in a row, `true` where it was cast to text.

export const isTrue = (text: string | null | undefined): boolean => text === 't' || text === 'true'
