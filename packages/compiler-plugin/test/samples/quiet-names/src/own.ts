export const setTimeout = (n: number) => n
