/** Time as the engine sees it. Waits and ages use the monotonic reading: the wall clock may jump. */
export interface ClockPort {
  now(): Date
  /** In milliseconds; never goes back, never jumps. */
  monotonicMs(): number
  /** Resolves after the time; rejects with `interrupted` if the signal fires first. */
  wait(timeMs: number, signal?: AbortSignal): Promise<void>
}
