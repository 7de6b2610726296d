import { hostPort } from '../../engine/base/host-port.ts'
import type { PolicyValues } from '../../shared/policy/policy-schema.ts'
import type { FindWays } from './network.ts'
import { environmentLogin, environmentWays } from './proxy-environment.ts'
import { DIRECT, readProxyUrl, type Way } from './ways.ts'

interface ProxyChoice {
  /** Read for every connection: it may change while the application runs. */
  policy: () => Pick<PolicyValues, 'ProxyMode' | 'ProxyUrl' | 'ProxyPacUrl'>
  env: Readonly<Record<string, string | undefined>>
  /** The system’s own settings, where this host can ask for them. */
  system?: FindWays
  pac: (url: string) => FindWays
}

/**
 * The proxy as the organisation says; else by PARCEL_DESK_PROXY; else as the system has it; else by HTTPS_PROXY. A mode
 * without its address says nothing that could be followed.
 */
export function chooseProxy({ policy, env, system, pac }: ProxyChoice): FindWays {
  return async (place) => {
    const { ProxyMode: mode, ProxyUrl: url, ProxyPacUrl: pacUrl } = policy()
    const origin = `https://${hostPort(place)}`
    if (mode === 'none') return [DIRECT]
    if (mode === 'fixed' && url !== null) return [withLogin(readProxyUrl(url, origin), env)]
    if (mode === 'pac' && pacUrl !== null) return (await pac(pacUrl)(place)).map((way) => withLogin(way, env))
    const own = mode === 'system' ? undefined : env['PARCEL_DESK_PROXY'] || undefined
    if (system !== undefined && own === undefined) return (await system(place)).map((way) => withLogin(way, env))
    return environmentWays({ ...env, PARCEL_DESK_PROXY: own }, place, origin)
  }
}

/** A password that somebody set for this program is for whatever proxy it uses. */
function withLogin(way: Way, env: ProxyChoice['env']): Way {
  if (way.kind === 'direct' || way.login !== undefined) return way
  const login = environmentLogin(env, undefined)
  return login === undefined ? way : { ...way, login }
}
