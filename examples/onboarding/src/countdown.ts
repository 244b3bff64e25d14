// A line of the terminal that counts down to an instant; on a pipe, a plain line now and then.
export interface Countdown {
  stop(): void
}

const plainEverySeconds = 10

export const startCountdown = (label: string, until: Date): Countdown => {
  const isTerminal = process.stdout.isTTY
  let lastPlain = Number.POSITIVE_INFINITY
  const show = (): void => {
    const seconds = Math.max(0, Math.ceil((until.getTime() - Date.now()) / 1_000))
    if (isTerminal) process.stdout.write(`\r\x1b[2K  ${label} in ${seconds} s`)
    else if (lastPlain - seconds >= plainEverySeconds) {
      lastPlain = seconds
      process.stdout.write(`  ${label} in ${seconds} s\n`)
    }
  }
  show()
  const interval = setInterval(show, 250)
  return {
    stop: () => {
      clearInterval(interval)
      if (isTerminal) process.stdout.write('\r\x1b[2K')
    },
  }
}
