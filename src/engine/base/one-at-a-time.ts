/** Work that is never done twice at once; whoever asks for it while it is done has it done once more afterwards. */
export interface OneAtATime {
  /** Resolves when nobody’s asking is left. Never fails. */
  run(): Promise<void>
  /** What is under way has ended. */
  done(): Promise<void>
}

export function oneAtATime(work: () => Promise<void>, onThrown: (thrown: unknown) => void): OneAtATime {
  let isRunning = false
  let isAskedFor = false
  let running = Promise.resolve()
  const runAll = async (): Promise<void> => {
    while (isAskedFor) {
      isAskedFor = false
      try {
        await work()
      } catch (thrown) {
        onThrown(thrown)
      }
    }
    // In the same turn as the last look: who asks from now on begins anew.
    isRunning = false
  }
  return {
    run: () => {
      isAskedFor = true
      if (isRunning) return running
      isRunning = true
      running = runAll()
      return running
    },
    done: () => running,
  }
}
