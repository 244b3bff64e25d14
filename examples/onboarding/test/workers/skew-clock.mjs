// Preloaded into a worker process: its wall clock is wrong by FOLIOT_TEST_SKEW_MS milliseconds.
const skewMs = Number(process.env.FOLIOT_TEST_SKEW_MS)
const { now } = Date

class SkewedDate extends Date {
  constructor(...args) {
    if (args.length === 0) super(now() + skewMs)
    else super(...args)
  }
  static now() {
    return now() + skewMs
  }
}

globalThis.Date = SkewedDate
