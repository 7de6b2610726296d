import { AppError } from '../../../shared/errors/app-error.ts'
import type { FindWays } from '../../../adapters/network/network.ts'
import { readScriptAnswer } from '../../../adapters/network/ways.ts'
import { hostPort } from '../../../shared/text/addresses.ts'
import { withinTime } from '../../../engine/base/async.ts'
import type { ClockPort } from '../../../engine/ports/clock.ts'

/** Resolving may involve a proxy script on a server that does not answer. */
const SEARCH_TIMEOUT_MS = 20_000

/**
 * The system's proxies for a place, in the order in which they are to be tried. `resolve` answers as a proxy script does:
 * `PROXY a:8080; PROXY b:8080; DIRECT`. Fails with service-unreachable if there is no answer, or none that can be read.
 */
export function createSystemProxy(resolve: (url: string) => Promise<string>, clock: Pick<ClockPort, 'wait'>): FindWays {
  return async (place) => {
    // Only the origin: paths are none of a proxy script's business.
    const { origin } = new URL(`https://${hostPort(place)}`)
    const lateError = (): Error => unreachable(origin, 'this computer did not say which proxy leads there')
    const answer = await withinTime(resolve(origin), { clock, timeMs: SEARCH_TIMEOUT_MS, lateError })
    return readScriptAnswer(answer, origin)
  }
}

function unreachable(origin: string, reason: string): AppError {
  return new AppError({ tag: 'service-unreachable', origin, reason })
}
