// Wall-clock instants with a fraction of a millisecond, comparable between processes and with the server's clock.

export const nowMs = (): number => performance.timeOrigin + performance.now()
