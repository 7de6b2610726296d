import { failureOf } from '../../shared/errors/app-error.ts'
import type { Logger } from '../base/logger.ts'
import type { HttpPort, HttpRequest } from '../ports/http.ts'

/** Logs every HTTP call with its status or failure and its duration; never headers or bodies (T29). */
export function createLoggedHttp(http: HttpPort, logger: Logger, monotonicMs: () => number): HttpPort {
  const startCall = (request: HttpRequest): ((outcome: Record<string, unknown>) => void) => {
    const startedMs = monotonicMs()
    const call = { method: request.method, url: request.url.href, endpoint: request.endpoint }
    return (outcome) => {
      logger.debug('http.call', { ...call, ms: Math.round(monotonicMs() - startedMs), ...outcome })
    }
  }
  const failing = (ended: (outcome: Record<string, unknown>) => void, thrown: unknown): never => {
    ended({ failure: failureOf(thrown)?.tag ?? 'unknown' })
    throw thrown
  }
  return {
    ...http,
    request: async (request, maxBytes, signal) => {
      const ended = startCall(request)
      const answer = await http.request(request, maxBytes, signal).catch((thrown: unknown) => failing(ended, thrown))
      ended({ status: answer.status, bytes: answer.body.length })
      return answer
    },
    stream: async (request, receiver, signal) => {
      const ended = startCall(request)
      let status: number | undefined
      const watched = {
        ...receiver,
        head: (head: Parameters<typeof receiver.head>[0]) => {
          status = head.status
          receiver.head(head)
        },
        data: (chunk: Buffer) => receiver.data(chunk),
      }
      await http.stream(request, watched, signal).catch((thrown: unknown) => failing(ended, thrown))
      ended({ status })
    },
  }
}
