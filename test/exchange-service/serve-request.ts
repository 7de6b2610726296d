import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { type Answer, errorAnswer } from './answers.ts'
import { answerRequest, type Desk } from './answer-request.ts'
import { faultKinds } from './fault-kinds.ts'
import type { FaultRule } from './fault-rules.ts'
import type { Faults } from './faults.ts'
import { readBody } from './read-body.ts'
import type { RequestLog } from './request-log.ts'
import { type Route, routeRequest } from './route-request.ts'
import { send } from './wire-faults.ts'

export interface Serving {
  desk: Desk
  faults: Faults
  log: RequestLog
  /** Waits as long as this answer has to wait; an answer of its own ends the matter. */
  wait(route: Route, response: ServerResponse): Promise<Answer | undefined>
}

const searchAsked = z.object({ customerIds: z.array(z.string()), shipmentRef: z.string().optional().catch(undefined) })

/** Reads one request to its end, writes it down, and answers it well or badly. */
export async function serveRequest(
  serving: Serving,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.on('error', () => undefined)
  const [path = '', queryText = ''] = (request.url ?? '').split('?', 2)
  const query = new URLSearchParams(queryText)
  const route = routeRequest(request.method ?? '', path)
  const endpoint = typeof route === 'string' ? 'other' : route.endpoint
  const record = serving.log.add(request, response, { endpoint, path, query: Object.fromEntries(query) })
  const body = await readBody(request)
  record.body = body
  if (typeof route === 'string') {
    const isUnknown = route === 'unknown path'
    send(response, isUnknown ? errorAnswer(404, 'No such resource') : errorAnswer(405, 'Method not allowed'))
    return
  }
  const early = await serving.wait(route, response)
  const answer = early ?? (await answerRequest(serving.desk, { route, headers: request.headers, query, body }))
  if (response.destroyed) return
  const rule = chooseFault(serving, { route, answer, question: `${path}?${queryText}`, body })
  if (rule === undefined) {
    send(response, answer)
    return
  }
  record.fault = rule.kind
  faultKinds[rule.kind](response, answer, rule)
}

interface Answered {
  route: Route
  answer: Answer
  question: string
  body: unknown
}

/** A refusal stays a refusal: only a good answer can be spoiled, so that rules count good answers. */
function chooseFault(serving: Serving, { route, answer, question, body }: Answered): FaultRule | undefined {
  if (answer.status !== 200) return undefined
  const owner = route.setId === undefined ? undefined : serving.desk.data.findSet(route.setId)?.customerId
  const { customerIds: asked = [], shipmentRef } = searchAsked.safeParse(body).data ?? {}
  return serving.faults.choose({
    endpoint: route.endpoint,
    question: `${question} ${JSON.stringify(body) ?? ''}`,
    customerIds: owner === undefined ? asked : [owner],
    shipmentRef,
    setId: route.setId,
    documentId: route.documentId,
  })
}
