import { AppError } from '../../../shared/errors/app-error.ts'
import type { FindProxy } from '../../../adapters/node-http.ts'
import { withinTime } from '../../../engine/base/async.ts'
import type { ClockPort } from '../../../engine/ports/clock.ts'

/** Resolving may involve a proxy script on a server that does not answer. */
const SEARCH_TIMEOUT_MS = 20_000
/** The system's kinds of proxy and their URL schemes for Node. `HTTPS` is a proxy that itself speaks TLS. */
const SCHEMES: Record<string, string> = { PROXY: 'http', HTTPS: 'https' }

/**
 * The system's proxy for a URL. `resolve` answers as a proxy script does: `PROXY host:port; DIRECT`. Fails with
 * service-unreachable if there is no answer, or no usable one.
 */
export function createSystemProxy(
  resolve: (url: string) => Promise<string>,
  clock: Pick<ClockPort, 'wait'>,
): FindProxy {
  return async ({ origin }) => {
    const lateError = (): Error => unreachable(origin, 'this computer did not say which proxy leads there')
    // Only the origin: paths are none of a proxy script's business.
    const rules = await withinTime(resolve(origin), { clock, timeMs: SEARCH_TIMEOUT_MS, lateError })
    const proxy = readProxyRules(rules)
    if (proxy === undefined) throw unreachable(origin, `the proxy of this computer is of an unknown kind (${rules})`)
    return proxy
  }
}

/** The first usable proxy of the rules, '' for a direct connection; undefined if no rule is usable. */
export function readProxyRules(rules: string): string | undefined {
  for (const rule of rules.split(';')) {
    const [kind = '', host = ''] = rule.trim().split(/\s+/)
    if (kind.toUpperCase() === 'DIRECT') return ''
    const scheme = SCHEMES[kind.toUpperCase()]
    if (scheme !== undefined && URL.canParse(`${scheme}://${host}`)) return `${scheme}://${host}`
  }
  return undefined
}

function unreachable(origin: string, reason: string): AppError {
  return new AppError({ tag: 'service-unreachable', origin, reason })
}
