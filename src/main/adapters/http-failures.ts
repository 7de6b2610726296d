import { AppError } from '../../shared/errors/app-error.ts'
import type { HttpRequest } from '../ports/http.ts'

const UNREACHABLE: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'the name is not known',
  EAI_AGAIN: 'the name could not be looked up',
  EHOSTUNREACH: 'there is no way to that host',
  ENETUNREACH: 'there is no network',
  ETIMEDOUT: 'nothing answered',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS on that port',
  ERR_PROXY_INVALID_CONFIG: 'the proxy settings are not valid',
  ERR_PROXY_TUNNEL: 'the proxy did not let the connection through',
}

const UNTRUSTED: Record<string, string> = {
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its issuer is not known here',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its issuer is not known here',
  SELF_SIGNED_CERT_IN_CHAIN: 'its issuer is not known here',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is signed by itself',
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet; is the clock of this computer right?',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it was issued for another name',
}

/** What Node's client throws, as a tagged failure; the one place where its codes are known. */
export function httpFailure(thrown: unknown, request: HttpRequest): AppError {
  if (thrown instanceof AppError) return thrown
  const code = codeOf(thrown)
  const { origin } = request.url
  const untrusted = UNTRUSTED[code]
  if (untrusted !== undefined) {
    return new AppError({ tag: 'tls-untrusted', origin, reason: untrusted }, { cause: thrown })
  }
  const unreachable = UNREACHABLE[code]
  if (unreachable !== undefined) {
    return new AppError({ tag: 'service-unreachable', origin, reason: unreachable }, { cause: thrown })
  }
  const reason = code.startsWith('HPE_') ? 'what came is not HTTP' : reasonOf(code)
  return new AppError({ tag: 'connection-lost', endpoint: request.endpoint, reason }, { cause: thrown })
}

function reasonOf(code: string): string {
  if (code === 'ECONNRESET') return 'the other side closed it'
  if (code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS')) return 'the encrypted connection broke'
  return 'it was closed in the middle of the answer'
}

function codeOf(thrown: unknown): string {
  if (!(thrown instanceof Error) || !('code' in thrown)) return ''
  return typeof thrown.code === 'string' ? thrown.code : ''
}
