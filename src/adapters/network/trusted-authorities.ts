import { X509Certificate } from 'node:crypto'
import tls from 'node:tls'

/** Which certificate authorities are trusted besides extra ones: Node's own, or the system's as well (F8). */
export type Trust = 'bundled' | 'system'

/** The trusted certificates in PEM; undefined where Node's own list is all of it. */
export function trustedAuthorities(trust: Trust, extra: readonly (string | undefined)[]): string[] | undefined {
  const given = extra.filter((pem) => pem !== undefined)
  // Node's own list is at hand; one that is given to it has to be read, 15 ms of a start (measured).
  if (given.length === 0 && trust === 'bundled') return undefined
  const system = trust === 'system' ? tls.getCACertificates('system') : []
  return [...new Set([...tls.getCACertificates('default'), ...system, ...given])]
}

/** Whether a text begins with a certificate in PEM form: Node silently ignores any other, and every server would seem untrusted. */
export function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0
  } catch {
    return false
  }
}
