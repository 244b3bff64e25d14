// Lets callers at one time share one statement: while one is on its way, the calls that come collect for the next.

interface Call<I, O> {
  readonly items: readonly I[]
  readonly resolve: (outcomes: readonly O[]) => void
  readonly reject: (error: unknown) => void
}

export interface GroupOptions<I, O> {
  /** Outcomes stand in the order of the items. */
  readonly run: (items: readonly I[]) => Promise<readonly O[]>
  /** Items of a statement at most; a single call may have more. */
  readonly limit: number
  /** Whether the error is about what was sent, so that the calls are to be tried one by one. */
  readonly isRefusal: (error: unknown) => boolean
}

/** A function that groups its calls. */
export const groupCalls = <I, O>(options: GroupOptions<I, O>): ((items: readonly I[]) => Promise<readonly O[]>) => {
  const waiting: Call<I, O>[] = []
  let isRunning = false

  const take = (): readonly Call<I, O>[] => {
    let size = 0
    let count = 0
    while (count < waiting.length) {
      size += waiting[count]?.items.length ?? 0
      if (count > 0 && size > options.limit) break
      count += 1
    }
    return waiting.splice(0, count)
  }

  const runGroup = async (calls: readonly Call<I, O>[]): Promise<void> => {
    try {
      const outcomes = await options.run(calls.flatMap((call) => call.items))
      let first = 0
      for (const call of calls) call.resolve(outcomes.slice(first, (first += call.items.length)))
    } catch (error) {
      if (calls.length > 1 && options.isRefusal(error)) for (const call of calls) await runGroup([call])
      else for (const call of calls) call.reject(error)
    }
  }

  const runAll = async (): Promise<void> => {
    while (waiting.length > 0) await runGroup(take())
    isRunning = false
  }

  return (items) =>
    new Promise((resolve, reject) => {
      if (items.length === 0) return resolve([])
      waiting.push({ items, resolve, reject })
      if (isRunning) return
      isRunning = true
      // Callers of the same moment come along.
      queueMicrotask(() => void runAll())
    })
}
