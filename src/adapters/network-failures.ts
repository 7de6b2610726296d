import { AppError, messageOf } from '../shared/errors/app-error.ts'
import type { Advice } from '../shared/errors/failure.ts'
import { plainText } from '../shared/text/plain-text.ts'
import { errorCode } from '../engine/files/file-system.ts'

/** For certificates that fail a check which Node has no code for. */
const UNSPECIFIED = 'UNSPECIFIED'
/** The longest quotation of OpenSSL; it names the cause before its own source file. */
const MAX_WORDS = 200

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
  ERR_SSL_WRONG_VERSION_NUMBER: 'nothing secure (TLS) answers on that port',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'nothing secure (TLS) answers on that port',
  EPROTO: 'no encrypted connection could be agreed on',
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'it speaks only a version of TLS that is no longer safe',
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'it speaks only a version of TLS that is no longer safe',
  ERR_PROXY_INVALID_CONFIG: 'the proxy settings are not valid',
  ERR_PROXY_TUNNEL: 'the proxy did not let the connection through',
}

const UNKNOWN_ISSUER = 'its issuer is not known here'
const NOT_FOR_SERVERS = 'it is not meant for servers'
/** A name of ours: Node has none for these, and says only UNSPECIFIED. */
const TOO_WEAK = 'CERT_TOO_WEAK'
const UNTRUSTED: Record<string, string> = {
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_ISSUER,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_ISSUER,
  CERT_UNTRUSTED: UNKNOWN_ISSUER,
  INVALID_CA: 'its issuer may not issue certificates',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is signed by itself',
  CERT_SIGNATURE_FAILURE: 'its signature is not valid',
  [TOO_WEAK]: 'its key or its signature, or one above it, is too weak',
  CERT_REJECTED: NOT_FOR_SERVERS,
  CERT_REVOKED: 'it was revoked',
  INVALID_PURPOSE: NOT_FOR_SERVERS,
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet; is the clock of this computer right?',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it was issued for another name',
}

const RENEWED = 'Ask whoever runs that server, or the proxy that opens connections on the way, for a certificate'
/** Where no authority that is made known would help. */
const UNTRUSTED_NEXT: Record<string, Advice> = {
  [TOO_WEAK]: `${RENEWED} with a key of at least 2048 bits and SHA-256.`,
  CERT_REJECTED: `${RENEWED} for servers.`,
  INVALID_PURPOSE: `${RENEWED} for servers.`,
}

/** Translates what Node throws while connecting, for any protocol; undefined if the code is another one. */
export function networkFailure(thrown: unknown, origin: string): AppError | undefined {
  const code = codeOf(thrown)
  const untrusted = code === UNSPECIFIED ? `OpenSSL says “${wordsOf(thrown)}”` : UNTRUSTED[code]
  if (untrusted !== undefined) {
    const next = UNTRUSTED_NEXT[code]
    const advice = next === undefined ? {} : { next }
    return new AppError({ tag: 'tls-untrusted', origin, reason: untrusted, ...advice }, { cause: thrown })
  }
  const unreachable = UNREACHABLE[code]
  if (unreachable === undefined) return undefined
  return new AppError({ tag: 'service-unreachable', origin, reason: unreachable }, { cause: thrown })
}

/** The code of Node or OpenSSL, or '' if there is none. */
export function codeOf(thrown: unknown): string {
  const code = errorCode(thrown)
  if (code === UNSPECIFIED) return /too (?:weak|small)/.test(wordsOf(thrown)) ? TOO_WEAK : code
  if (code !== 'EPROTO') return code
  // When the handshake fails while Node is writing, only the message names the cause.
  const words = wordsOf(thrown)
  if (words.includes('wrong version')) return 'ERR_SSL_WRONG_VERSION_NUMBER'
  return words.includes('alert handshake failure') ? 'ERR_SSL_ALERT_HANDSHAKE_FAILURE' : code
}

/** Whether a server has ended the handshake for want of a certificate; it may end it with one of these for another cause too. */
export function isCertificateWanted(thrown: unknown): boolean {
  return /ALERT.*(?:CERTIFICATE|UNKNOWN_CA|HANDSHAKE)/.test(codeOf(thrown))
}

function wordsOf(thrown: unknown): string {
  return plainText(messageOf(thrown), MAX_WORDS)
}
