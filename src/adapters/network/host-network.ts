import { badUsage } from '../../shared/errors/app-error.ts'
import { MAX_PEM_BYTES, readUntrustedSync } from '../../engine/files/open-untrusted.ts'
import type { ClockPort } from '../../engine/ports/clock.ts'
import type { PolicyPort } from '../../engine/ports/policy.ts'
import { createHttp } from '../node-http.ts'
import { createNetwork, type FindWays, type Network } from './network.ts'
import { createPac } from './pac/pac-ways.ts'
import { chooseProxy } from './proxy-choice.ts'
import { isCertificate } from './trusted-authorities.ts'
import { DIRECT } from './ways.ts'

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
