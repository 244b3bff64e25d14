let n = 0
setInterval(() => { n++ }, 10)
export const ticks = () => n
