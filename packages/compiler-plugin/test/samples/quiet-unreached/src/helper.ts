export const bad = () => Date.now()
export const ok = () => 1
