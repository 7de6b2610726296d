/**
 * Maps with at most `limit` under way at once; results in the order of the items. The first failure stops new items and
 * is thrown once those under way have settled, so that nothing goes on behind the caller's back.
 */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  limit: number,
  map: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const failures: unknown[] = []
  const entries = items.entries()
  const work = async (): Promise<void> => {
    for (const [index, item] of entries) {
      if (failures.length > 0) return
      try {
        results[index] = await map(item, index)
      } catch (thrown) {
        failures.push(thrown)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work))
  if (failures.length > 0) throw failures[0]
  return results
}
