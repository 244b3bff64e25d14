// A module of plain activity functions, as a worker may be given it whole.

export const limit = 5

export const refund = (id: string): string => `refunded ${id}`
