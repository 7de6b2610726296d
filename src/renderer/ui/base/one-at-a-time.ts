/** Runs work, but none while the last is under way: what a second press would do is being done. */
export function oneAtATime(): (work: () => Promise<void>) => Promise<void> {
  let isUnderWay = false
  return async (work) => {
    if (isUnderWay) return
    isUnderWay = true
    try {
      await work()
    } finally {
      isUnderWay = false
    }
  }
}
