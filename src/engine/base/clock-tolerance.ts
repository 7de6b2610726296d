/**
 * The clocks of services, brokers and computers differ by so much without anybody noticing. A time that is later than now by
 * more comes from a clock that is wrong, ours or another: it says nothing about what came before what.
 */
export const CLOCKS_DIFFER_MS = 5 * 60_000

/** Whether a time is so much later than now that nothing can be concluded from it. Both ISO. */
export function isDoubtful(time: string, now: string): boolean {
  return time > now && Date.parse(time) - Date.parse(now) > CLOCKS_DIFFER_MS
}
