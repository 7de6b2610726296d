import { z } from 'zod'
import { askRaw, type RawAnswer } from './ask-raw.ts'
import { demoUser } from './start-exchange-service.ts'

const tokenAnswer = z.object({ token: z.string() })

export interface SearchQuestion {
  customerIds: string[]
  [filter: string]: unknown
}

/** A client without manners or memory, for tests of the service itself: it repeats nothing and checks nothing. */
export interface ServiceVisitor {
  token: string
  get(path: string): Promise<RawAnswer>
  search(body: SearchQuestion, query?: string): Promise<RawAnswer>
  document(at: { setId: string; documentId: string }, quietMs?: number): Promise<RawAnswer>
}

/** Signs in with Basic and keeps the token. */
export async function visitService(url: string): Promise<ServiceVisitor> {
  const answer = await askRaw(url, { path: '/v3/common/oauth2/token', headers: { authorization: basicOf(demoUser) } })
  const { token } = tokenAnswer.parse(jsonOf(answer))
  const authorization = `Bearer ${token}`
  const get = (path: string, quietMs?: number): Promise<RawAnswer> =>
    askRaw(url, { path, headers: { authorization }, quietMs })
  return {
    token,
    get,
    search: (body, query = '') =>
      askRaw(url, {
        method: 'POST',
        path: `/v3/common/sets/search${query}`,
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    document: ({ setId, documentId }, quietMs) => get(`/v3/common/sets/${setId}/get-single-pdf/${documentId}`, quietMs),
  }
}

export function basicOf({ username, password }: { username: string; password: string }): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}

export function jsonOf(answer: RawAnswer): unknown {
  return JSON.parse(answer.body.toString())
}
