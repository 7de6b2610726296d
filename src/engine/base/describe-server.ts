import { MAX_FIELD_CHARS, plainText } from '../../shared/text/plain-text.ts'
import type { ServerIdentity } from '../ports/server-identity.ts'
import type { Found } from './run-steps.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Long enough for an operator to renew a certificate. */
const SOON_DAYS = 14

/** The encryption of a connection in a sentence; a certificate that expires soon is a warning. */
export function describeServer({ protocol, name, issuer, validUntil }: ServerIdentity, now: Date): Found {
  const [plainName, plainIssuer] = [name, issuer].map((text) => plainText(text, MAX_FIELD_CHARS))
  const until = Number.isNaN(validUntil.getTime()) ? 'unknown' : validUntil.toISOString().slice(0, 10)
  const issued = plainIssuer === '' ? '' : `, issued by ${plainIssuer}`
  const found = `${protocol.replace('TLSv', 'TLS ')}, with a certificate for ${plainName}${issued}, valid until ${until}.`
  const leftDays = Math.floor((validUntil.getTime() - now.getTime()) / DAY_MS)
  if (!(leftDays < SOON_DAYS)) return { found }
  return { found, warning: 'It expires soon: ask the operator of the server to renew it.' }
}
