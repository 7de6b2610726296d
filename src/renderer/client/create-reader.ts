interface ReaderOptions {
  /** Between the end of a reading and the start of the next. */
  readonly pauseMs?: () => number
  readonly onFailure: (thrown: unknown) => void
}

/** Reads one at a time: a request that comes while it reads makes it read once more. */
export function createReader(
  readAll: () => Promise<void>,
  { pauseMs = () => 0, onFailure }: ReaderOptions,
): () => void {
  let isReading = false
  let isStale = false
  const readUntilCurrent = async (): Promise<void> => {
    while (isStale) {
      isStale = false
      await readAll()
      const pause = pauseMs()
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return () => {
    isStale = true
    if (isReading) return
    isReading = true
    readUntilCurrent()
      .catch(onFailure)
      .finally(() => {
        isReading = false
      })
  }
}
