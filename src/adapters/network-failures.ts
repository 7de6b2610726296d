import { AppError } from '../shared/errors/app-error.ts'
import { errorCode } from '../engine/files/file-system.ts'

const UNREACHABLE: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'the name is not known',
  EAI_AGAIN: 'the name could not be looked up',
  EHOSTUNREACH: 'there is no way to that host',
  ENETUNREACH: 'there is no network',
  ENETDOWN: 'there is no network',
  EADDRNOTAVAIL: 'there is no network',
  EACCES: 'this computer does not allow the connection',
  EPERM: 'this computer does not allow the connection',
  ETIMEDOUT: 'nothing answered',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS on that port',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it does not speak TLS on that port',
  EPROTO: 'no encrypted connection could be agreed on',
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'it speaks only a version of TLS that is no longer safe',
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'it speaks only a version of TLS that is no longer safe',
  ERR_PROXY_INVALID_CONFIG: 'the proxy settings are not valid',
  ERR_PROXY_TUNNEL: 'the proxy did not let the connection through',
}

const UNKNOWN_ISSUER = 'its issuer is not known here'
const UNTRUSTED: Record<string, string> = {
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_ISSUER,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_ISSUER,
  CERT_UNTRUSTED: UNKNOWN_ISSUER,
  INVALID_CA: 'its issuer may not issue certificates',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is signed by itself',
  CERT_SIGNATURE_FAILURE: 'its signature is not valid',
  CERT_REJECTED: 'it may not be used for this',
  CERT_REVOKED: 'it was revoked',
  INVALID_PURPOSE: 'it may not be used for this',
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet; is the clock of this computer right?',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it was issued for another name',
}

/** Translates what Node throws while connecting, for any protocol; undefined if the code is another one. */
export function networkFailure(thrown: unknown, origin: string): AppError | undefined {
  const code = codeOf(thrown)
  const untrusted = UNTRUSTED[code]
  if (untrusted !== undefined) {
    return new AppError({ tag: 'tls-untrusted', origin, reason: untrusted }, { cause: thrown })
  }
  const unreachable = UNREACHABLE[code]
  if (unreachable === undefined) return undefined
  return new AppError({ tag: 'service-unreachable', origin, reason: unreachable }, { cause: thrown })
}

/** The code of Node or OpenSSL, or '' if there is none. */
export function codeOf(thrown: unknown): string {
  const code = errorCode(thrown)
  // When the handshake fails while Node is writing, only the message names the cause.
  const isWrongVersion = code === 'EPROTO' && thrown instanceof Error && thrown.message.includes('wrong version')
  return isWrongVersion ? 'ERR_SSL_WRONG_VERSION_NUMBER' : code
}
