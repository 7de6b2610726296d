import type { Terminal } from './terminal.ts'

/** What Ctrl+C asks for. */
export interface Interruption {
  /** First time: take up nothing new, finish what is under way. */
  stop: AbortSignal
  /** Second time: drop what is under way. */
  abort: AbortSignal
  /** Stops listening. */
  end(): void
}

/** Listens for Ctrl+C and for requests to end; `tell` says what happens and what one more would do. */
export function listenForInterruption(terminal: Terminal, note: (sentence: string) => void): Interruption {
  const stop = new AbortController()
  const abort = new AbortController()
  const end = terminal.onInterrupt(() => {
    if (stop.signal.aborted) {
      abort.abort()
      return
    }
    note('Stopping. What is under way is stored first; once more stops at once.')
    stop.abort()
  })
  return { stop: stop.signal, abort: abort.signal, end }
}
