import { type AppError, badUsage } from '../../shared/errors/app-error.ts'
import { hostPort } from '../../shared/text/addresses.ts'
import { assertUnderstood, type EffectivePolicy, setByOrganisation } from '../../shared/policy/effective-policy.ts'
import { MAX_PEM_BYTES, readUntrustedSync } from '../../engine/files/open-untrusted.ts'
import type { ClockPort } from '../../engine/ports/clock.ts'
import type { PolicyPort } from '../../engine/ports/policy.ts'
import { createNetwork, type FindWays, type Network, type Place } from './network.ts'
import { createSystemCertificates } from './system-certificates.ts'
import { isCertificate } from './trusted-authorities.ts'
import { DIRECT, type ProxyWay, readProxyUrl, type Way } from './ways.ts'
import { environmentLogin, environmentWays } from './proxy-environment.ts'

export interface HostNetworkOptions {
  policy: PolicyPort
  env: Readonly<Record<string, string | undefined>>
  clock: ClockPort
  /** The entry of the thread that reads the system’s certificates, `certificates-worker.ts`; without it, they are read on this one. */
  certificatesProgram?: URL
  /** The system’s proxies, where this host can ask for them. */
  system?: FindWays
  /** By the proxy script (PAC) at an address, where this host has a browser to ask. */
  script?: (url: string) => FindWays
}

/** The network as organisation, environment and system have it. */
export function createHostNetwork(options: HostNetworkOptions): Network {
  const { policy, env, clock, certificatesProgram, system, script } = options
  const organisationCa = (): string | undefined => readCa(policy.current().values.CaFile)
  const trust = {
    organisationCa,
    ...(certificatesProgram === undefined
      ? {}
      : { certificates: createSystemCertificates({ program: certificatesProgram, clock }) }),
  }
  const findWays = chooseProxy({ policy: () => policy.current(), env, system, script })
  const isPlainAmqpAllowed = (): boolean => policy.current().values.PlainAmqpAllowed
  return createNetwork({ findWays, isPlainAmqpAllowed, monotonicMs: clock.monotonicMs, ...trust })
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
  policy: () => EffectivePolicy
  env: HostNetworkOptions['env']
  system: HostNetworkOptions['system'] | undefined
  script: HostNetworkOptions['script'] | undefined
}

/**
 * The proxy as the organisation says; else by PARCEL_DESK_PROXY; else as the system has it; else by HTTPS_PROXY. Where the
 * organisation’s cannot be understood, or its mode has no address, nothing else takes its place: it fails with
 * set-by-organisation. Where nobody here can ask its script, PARCEL_DESK_PROXY has to say what the script would: else it fails
 * with bad-usage.
 */
function chooseProxy({ policy, env, system, script }: ProxyChoice): FindWays {
  return async (place) => {
    const current = policy()
    const mode = current.values.ProxyMode
    const origin = `https://${hostPort(place)}`
    assertUnderstood(current, 'ProxyMode', connecting(place))
    if (mode === 'none') return [DIRECT]
    if (mode === 'fixed') return [withLogin(readProxyUrl(addressIn(current, 'ProxyUrl', place), origin), env)]
    const own = mode === 'system' ? undefined : env['PARCEL_DESK_PROXY'] || undefined
    if (mode === 'pac') {
      const address = addressIn(current, 'ProxyPacUrl', place)
      if (script !== undefined) return await script(address)(place)
      if (own === undefined) throw noScript(place)
    } else if (system !== undefined && own === undefined) return await system(place)
    return environmentWays({ ...env, PARCEL_DESK_PROXY: own }, place, origin)
  }
}

/** The address that the organisation’s mode needs. Fails with set-by-organisation. */
function addressIn(policy: EffectivePolicy, key: 'ProxyUrl' | 'ProxyPacUrl', place: Place): string {
  assertUnderstood(policy, key, connecting(place))
  const address = policy.values[key]
  if (address !== null) return address
  const next = `Ask your administrator to set ${key}, which the ProxyMode there needs.`
  throw setByOrganisation(connecting(place), policy.origins.ProxyMode, next)
}

function connecting(place: Place): string {
  return `Connecting to ${hostPort(place)}`
}

function noScript(place: Place): AppError {
  return badUsage(
    `Only the desk can ask the proxy script (PAC) of your organisation, so the way to ${hostPort(place)} is not known here.`,
    'Ask your IT department which proxy the script names for that host and set PARCEL_DESK_PROXY=http://HOST:PORT; or “direct” where it names none.',
  )
}

/**
 * A password of the environment is for a proxy that environment or organisation name, never for one that a script names: whoever
 * answers for the script would get it.
 */
function withLogin(way: ProxyWay, env: ProxyChoice['env']): Way {
  const login = environmentLogin(env, way.login?.username)
  return login === undefined ? way : { ...way, login }
}
