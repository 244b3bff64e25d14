// Runs an asynchronous task for each item, a bounded number at a time. Results stand in the order of the items.

export const concurrently = async <Item, Result>(
  items: readonly Item[],
  limit: number,
  task: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> => {
  const results: Result[] = []
  let next = 0
  const lane = async (): Promise<void> => {
    for (;;) {
      const index = next
      next += 1
      const item = items[index]
      if (item === undefined) return
      results[index] = await task(item)
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, lane))
  return results
}
