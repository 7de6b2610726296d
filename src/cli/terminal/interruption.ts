import type { Terminal } from './terminal.ts'

/** Ctrl+C: once to stop, twice to abort. */
export interface Interruption {
  /** First time: start nothing new, finish what is under way. */
  stop: AbortSignal
  /** Second time: abort what is under way. */
  abort: AbortSignal
  /** Stops listening. */
  end(): void
}

/** Listens for Ctrl+C and termination signals; `note` prints what happens now and what the next Ctrl+C would do. */
export function listenForInterruption(terminal: Terminal, note: (sentence: string) => void): Interruption {
  const stop = new AbortController()
  const abort = new AbortController()
  const end = terminal.onInterrupt(() => {
    if (stop.signal.aborted) {
      abort.abort()
      return
    }
    note('Stopping. Anything under way is stored first; interrupt once more to stop at once.')
    stop.abort()
  })
  return { stop: stop.signal, abort: abort.signal, end }
}
