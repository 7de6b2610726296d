import type { Problem } from '../../shared/model/parcel-set.ts'
import { formatDuration } from '../../shared/text/format.ts'
import { CLOCKS_DIFFER_MS } from '../base/clock-tolerance.ts'
import type { ClockPort } from '../ports/clock.ts'
import type { HttpPort } from '../ports/http.ts'

/** How far this computer’s clock was ahead of a service’s, in milliseconds; negative where it was behind. */
export interface ClockDifference {
  service: string
  aheadMs: number
  /** ISO, by this computer’s clock. */
  measuredAt: string
}

export interface ClockWatch {
  /** The same client, whose answers are looked at. */
  watch(http: HttpPort): HttpPort
  /** The last of each service. */
  differences(): ClockDifference[]
}

/**
 * Compares the clock of this computer with the `Date` of services’ answers, and says once where they differ by more than anybody
 * would notice. It decides nothing: either may be wrong.
 */
export function createClockWatch(clock: Pick<ClockPort, 'now'>, onNotice: (notice: Problem) => void): ClockWatch {
  const last = new Map<string, ClockDifference>()
  let isSaid = false
  const note = (service: string, aheadMs: number): void => {
    last.set(service, { service, aheadMs, measuredAt: clock.now().toISOString() })
    if (isSaid || Math.abs(aheadMs) <= CLOCKS_DIFFER_MS) return
    isSaid = true
    onNotice({ where: 'Clock', message: differenceText(service, aheadMs) })
  }
  return {
    watch: (http) => ({
      ...http,
      request: async (request, maxBytes, signal) => {
        const sentMs = clock.now().getTime()
        const answer = await http.request(request, maxBytes, signal)
        const { date = '', age } = answer.headers
        const dateMs = Date.parse(date)
        // A cache repeats an old date.
        if (!Number.isNaN(dateMs) && age === undefined) {
          note(request.url.host, aheadOf(dateMs, sentMs, clock.now().getTime()))
        }
        return answer
      },
    }),
    differences: () => [...last.values()],
  }
}

/** The service has written its date at some time between the two. */
function aheadOf(dateMs: number, sentMs: number, receivedMs: number): number {
  if (dateMs > receivedMs) return receivedMs - dateMs
  return Math.max(0, sentMs - dateMs)
}

function differenceText(service: string, aheadMs: number): string {
  // A header has whole seconds, and an answer takes some.
  const wholeMinutesMs = Math.round(Math.abs(aheadMs) / 60_000) * 60_000
  const how = `${formatDuration(wholeMinutesMs)} ${aheadMs > 0 ? 'ahead of' : 'behind'}`
  return `The clock of this computer is ${how} that of ${service}. One of them is wrong. If it is this one, schedules run at the wrong time, and times are shown and kept wrongly: check date, time and time zone of this computer.`
}
