// What stands between the parts of texts that cross between threads. JSON escapes control characters, and ids have none.

export const fieldSeparator = '\x1f'
export const recordSeparator = '\x1e'
