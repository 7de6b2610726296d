/** Time as the engine sees it. Waits and ages use the monotonic reading: the wall clock may jump. */
export interface ClockPort {
  now(): Date
  /** Milliseconds that never go back and never jump. */
  monotonicMs(): number
  /** Resolves after the time, rejects with `interrupted` when the signal fires first. */
  wait(timeMs: number, signal?: AbortSignal): Promise<void>
}
