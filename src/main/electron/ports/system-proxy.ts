import { AppError } from '../../../shared/errors/app-error.ts'
import type { FindProxy } from '../../../adapters/node-http.ts'

/** Finding it may take a script from a server that does not answer. */
const SEARCH_TIMEOUT_MS = 20_000
/** Kinds of proxy in the words of the system, with how Node writes them. The `HTTPS` one is itself spoken to over TLS. */
const SCHEMES: Record<string, string> = { PROXY: 'http', HTTPS: 'https' }

/**
 * The proxy that the system has for an address. `resolve` answers as a proxy script does: `PROXY host:port; DIRECT`. Fails
 * with service-unreachable where there is no answer, or none that can be used.
 */
export function createSystemProxy(resolve: (url: string) => Promise<string>): FindProxy {
  return async ({ origin }) => {
    // The origin is all that is asked with: a proxy script has no business with paths.
    const rules = await withinTime(resolve(origin), origin)
    const proxy = readProxyRules(rules)
    if (proxy === undefined) throw unreachable(origin, `the proxy of this computer is of an unknown kind (${rules})`)
    return proxy
  }
}

/** The first proxy of the rules that Node can use, '' for none; undefined where no rule can be followed. */
export function readProxyRules(rules: string): string | undefined {
  for (const rule of rules.split(';')) {
    const [kind = '', host = ''] = rule.trim().split(/\s+/)
    if (kind.toUpperCase() === 'DIRECT') return ''
    const scheme = SCHEMES[kind.toUpperCase()]
    if (scheme !== undefined && URL.canParse(`${scheme}://${host}`)) return `${scheme}://${host}`
  }
  return undefined
}

async function withinTime(answer: Promise<string>, origin: string): Promise<string> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    late.reject(unreachable(origin, 'this computer did not say which proxy leads there'))
  }, SEARCH_TIMEOUT_MS)
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

function unreachable(origin: string, reason: string): AppError {
  return new AppError({ tag: 'service-unreachable', origin, reason })
}
