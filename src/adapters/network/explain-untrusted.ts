import { hostPort } from '../../engine/base/host-port.ts'
import { AppError, failureOf } from '../../shared/errors/app-error.ts'
import { codeOf } from '../network-failures.ts'
import { type CertificateFault, describeFault } from './certificate-faults.ts'
import type { Network, Place } from './network.ts'
import { readChain } from './read-chain.ts'
import { type Way } from './ways.ts'

interface Untrusted {
  network: Network
  place: Place
  ways: readonly Way[]
  extraCa: string | undefined
  timeoutMs: number
  signal: AbortSignal | undefined
}

/**
 * The failure tls-untrusted, with what the server’s certificates say in addition: Node tells only a code, so they are looked at
 * on a connection of their own. Never fails: where that is not possible, the failure stays as it is.
 */
export async function explainUntrusted(thrown: unknown, untrusted: Untrusted): Promise<unknown> {
  const failure = failureOf(thrown)
  if (failure?.tag !== 'tls-untrusted' || !(thrown instanceof Error)) return thrown
  const fault = await lookAt(codeOf(thrown.cause), untrusted).catch(() => undefined)
  if (fault === undefined) return thrown
  return new AppError({ ...failure, ...fault }, { cause: thrown.cause })
}

async function lookAt(code: string, untrusted: Untrusted): Promise<CertificateFault | undefined> {
  const { network, place, ways, extraCa, timeoutMs } = untrusted
  const signals = [untrusted.signal, AbortSignal.timeout(timeoutMs)].filter((one) => one !== undefined)
  const signal = AbortSignal.any(signals)
  const opened = await network.open(place, ways, { timeoutMs, signal })
  const proxy = opened.proxy === undefined ? undefined : hostPort(opened.proxy)
  const { chain } = await readChain({ socket: opened.socket, host: place.host }, signal)
  const trusted = (): readonly string[] => network.trusted('system', extraCa) ?? []
  return describeFault({ code, chain, host: place.host, proxy, trusted, now: new Date() })
}
