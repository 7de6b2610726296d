import { badUsage } from '../../shared/errors/app-error.ts'
import { hostPort } from '../../shared/text/addresses.ts'
import type { PolicyValues } from '../../shared/policy/policy-schema.ts'
import { MAX_PEM_BYTES, readUntrustedSync } from '../../engine/files/open-untrusted.ts'
import type { ClockPort } from '../../engine/ports/clock.ts'
import type { PolicyPort } from '../../engine/ports/policy.ts'
import { createHttp } from '../node-http.ts'
import { createNetwork, type FindWays, type Network } from './network.ts'
import { createPac } from './pac/pac-ways.ts'
import { isCertificate } from './trusted-authorities.ts'
import { DIRECT, readProxyUrl, type Way } from './ways.ts'
import { environmentLogin, environmentWays } from './proxy-environment.ts'

interface HostNetworkOptions {
  policy: PolicyPort
  env: Readonly<Record<string, string | undefined>>
  clock: ClockPort
  /** The entry of the thread for proxy scripts, `pac/pac-worker.ts`. */
  pacProgram: URL
  /** The system’s proxies, where this host can ask for them. */
  system?: FindWays
}

/** The network as organisation, environment and system have it. */
export function createHostNetwork({ policy, env, clock, pacProgram, system }: HostNetworkOptions): Network {
  const organisationCa = (): string | undefined => readCa(policy.current().values.CaFile)
  const straight = createNetwork({ findWays: () => Promise.resolve([DIRECT]), organisationCa })
  const pac = createPac({ program: pacProgram, clock, http: () => createHttp({}, straight) })
  const findWays = chooseProxy({
    policy: () => policy.current().values,
    env,
    pac,
    ...(system === undefined ? {} : { system }),
  })
  const isPlainAmqpAllowed = (): boolean => policy.current().values.PlainAmqpAllowed
  return createNetwork({ findWays, organisationCa, isPlainAmqpAllowed, monotonicMs: clock.monotonicMs })
}

function readCa(file: string | null): string | undefined {
  if (file === null) return undefined
  const refusal = (reason: string): Error =>
    badUsage(
      `The file ${file} with the certificate authorities of your organisation ${reason}.`,
      'Ask your IT department to repair the policy CaFile.',
    )
  let pem: string
  try {
    pem = readUntrustedSync(file, MAX_PEM_BYTES, { followsLinks: true })
  } catch {
    throw refusal('cannot be read')
  }
  if (!isCertificate(pem)) throw refusal('holds no certificate in PEM form')
  return pem
}

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
function chooseProxy({ policy, env, system, pac }: ProxyChoice): FindWays {
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
