import { hash, X509Certificate } from 'node:crypto'
import tls, { type SecureContext } from 'node:tls'
import { AppError, failureOf, messageOf } from '../../shared/errors/app-error.ts'
import type { SystemCertificates } from './system-certificates.ts'

/** Which certificate authorities are trusted besides extra ones: Node's own, or the system's as well. */
export type Trust = 'bundled' | 'system'

export interface Trusting {
  trust: Trust
  /** In PEM. */
  extraCa?: string | undefined
  /** What is to be connected to, for a failure to name. */
  origin: string
}

/** With the client's own certificate, where the server asks for one. */
export interface Securing extends Trusting {
  certificate?: string | undefined
  key?: string | undefined
}

/** Whom connections trust: one reading of the system, and of each list, for all of them. */
export interface TrustedAuthorities {
  /** In PEM; undefined where Node's own list is all of it. Fails with service-unreachable, interrupted. */
  list(trusting: Trusting, signal?: AbortSignal): Promise<string[] | undefined>
  /** What `tls.connect` takes. Fails as `list` does, and with what Node throws about a wrong certificate or key. */
  secure(securing: Securing, signal?: AbortSignal): Promise<SecureContext>
}

interface AuthoritiesOptions {
  certificates: SystemCertificates
  /** Certificate authorities of the organisation in PEM, read when they are needed. */
  organisationCa: () => string | undefined
}

export function createTrustedAuthorities({ certificates, organisationCa }: AuthoritiesOptions): TrustedAuthorities {
  const contexts = new Map<string, SecureContext>()
  const list: TrustedAuthorities['list'] = async ({ trust, extraCa, origin }, signal) => {
    const given = [extraCa, organisationCa()].filter((pem) => pem !== undefined)
    // Node's own list is at hand; one that is given to it has to be read, 15 ms of a start (measured).
    if (given.length === 0 && trust === 'bundled') return undefined
    const system = trust === 'system' ? await readSystem(certificates, origin, signal) : []
    return [...new Set([...tls.getCACertificates('default'), ...system, ...given])]
  }
  return {
    list,
    secure: async (securing, signal) => {
      const { trust, extraCa, certificate, key } = securing
      // Its hash, as nobody has to keep another copy of the key.
      const id = hash('sha256', JSON.stringify([trust, extraCa, organisationCa(), certificate, key]))
      const kept = contexts.get(id)
      if (kept !== undefined) return kept
      const ca = await list(securing, signal)
      const context = contexts.get(id) ?? tls.createSecureContext({ ca, cert: certificate, key })
      contexts.set(id, context)
      return context
    },
  }
}

async function readSystem(
  certificates: SystemCertificates,
  origin: string,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  try {
    return await certificates.read(signal)
  } catch (thrown) {
    if (failureOf(thrown) !== undefined) throw thrown
    const reason = `the certificate authorities of this computer, one of which has to vouch for it, could not be read: ${messageOf(thrown)}`
    throw new AppError({ tag: 'service-unreachable', origin, reason, next: UNREAD }, { cause: thrown })
  }
}

const UNREAD = 'Try again in a few minutes; if this continues, restart the computer and ask your IT department.'

/** Whether a text begins with a certificate in PEM form: Node silently ignores any other, and every server would seem untrusted. */
export function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0
  } catch {
    return false
  }
}
