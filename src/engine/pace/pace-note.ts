import type { PaceState } from './pace.ts'

/** What holds calls to a service back, in words; null where nothing does. */
export function paceNote({ pause, callsPerMinute }: PaceState): string | null {
  if (pause !== undefined) {
    const until = `waiting until ${pause.until.toLocaleTimeString('en-GB')}`
    return pause.isAsked
      ? `${until} as the service asked`
      : `${until}: the service takes no calls now (${pause.status})`
  }
  if (callsPerMinute === undefined) return null
  return `${Math.round(callsPerMinute)} calls a minute, because the service takes no more`
}
