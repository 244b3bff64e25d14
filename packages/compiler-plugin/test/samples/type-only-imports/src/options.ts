setInterval(() => {}, 1)
export interface Options {
  to: string
}
