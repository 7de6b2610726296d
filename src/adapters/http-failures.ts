import { AppError } from '../shared/errors/app-error.ts'
import type { HttpRequest } from '../engine/ports/http.ts'
import { codeOf, networkFailure } from './network-failures.ts'

/** What Node's client throws, as a tagged failure; with `network-failures.ts` the one place where its codes are known. */
export function httpFailure(thrown: unknown, request: HttpRequest): AppError {
  if (thrown instanceof AppError) return thrown
  const failure = networkFailure(thrown, request.url.origin)
  if (failure !== undefined) return failure
  const reason = reasonOf(codeOf(thrown))
  return new AppError({ tag: 'connection-lost', endpoint: request.endpoint, reason }, { cause: thrown })
}

function reasonOf(code: string): string {
  if (code.startsWith('HPE_')) return 'what came is not HTTP'
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'the other side closed it'
  if (code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS')) return 'the encrypted connection broke'
  return 'it broke off'
}
