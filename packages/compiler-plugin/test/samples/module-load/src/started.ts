export const started = new Date()
