export const stamp = () => Date.now()
