import { createServer as createHttpServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { Paging } from './answer-request.ts'
import { type Answer, errorAnswer } from './answers.ts'
import { demoData } from './demo-data.ts'
import { createDocuments } from './documents.ts'
import type { ExchangeData } from './exchange-data.ts'
import type { FaultRules } from './fault-rules.ts'
import { createFaults, type FaultControls } from './faults.ts'
import { createGates, type Gate } from './gates.ts'
import { createManners, type Manners, type MannersAtWork } from '../support/service-manners.ts'
import { createRequestLog, type RequestCounts, type RequestLog, type RequestRecord } from './request-log.ts'
import type { Endpoint, Route } from './route-request.ts'
import { serveRequest } from './serve-request.ts'
import { createTokens, type TokenOptions, type User } from './tokens.ts'
import { holdPort } from '../support/hold-port.ts'
import { listenHere } from '../support/listen-here.ts'
import { send } from './wire-faults.ts'

export interface ServiceOptions extends Omit<TokenOptions, 'users'>, Manners {
  /** 0, the default, takes any free port. */
  port?: number | undefined
  users?: User[] | undefined
  paging?: Paging | undefined
  /** Default and greatest page size. Default 100. */
  pageLimit?: number | undefined
  /** So long after the start everything but the port itself is still closed: 503. */
  startDelayMs?: number | undefined
  /** What the window of a quota is counted by. Default: the computer's time. */
  nowMs?: (() => number) | undefined
  /** Key and certificate as PEM text. */
  tls?: { key: string; cert: string } | undefined
  /** Default: the demo data. */
  data?: ExchangeData | undefined
  documentsOnlyWhenUnique?: boolean | undefined
  /** For the dice of the faults. */
  seed?: number | undefined
  faults?: FaultRules | undefined
}

export interface ServiceFaults extends FaultControls {
  /** Every token given out so far is dead; new ones are good. */
  revokeTokens(): void
  /** No password and no token is good enough until this is taken back. */
  refuseTokens(isRefusing: boolean): void
}

export interface ExchangeService {
  url: string
  data: ExchangeData
  /** In the order of arrival. Never holds a password or token. */
  requests: RequestRecord[]
  counts: RequestCounts
  faults: ServiceFaults
  /** Counts all calls and refuses those that it does not bear; `behave` gives it other manners at any time. */
  manners: Pick<MannersAtWork, 'calls' | 'refused' | 'stalled' | 'behave'>
  /** Resolves when this many requests have arrived in all, before the last of them is answered. */
  untilCounted: RequestLog['untilCounted']
  /** Holds back answers until the gate is opened, but for the first few, so that a test can act in between. */
  hold(match: Endpoint | 'any', letPass?: number): Gate
  /** From now on the document has other bytes: a copy with a watermark (T15). */
  changeDocument(documentId: string): void
  /** Ends as a program does that is stopped: nothing listens at its address, which nobody else gets. */
  goAway(): Promise<void>
  /** Listens again at the same address, with all that it knew. */
  comeBack(): Promise<void>
  close(): Promise<void>
}

export const demoUser: User = { username: 'ops@aurora.example', password: 'parcel-demo' }

/** The whole service of docs/service.md on 127.0.0.1, honest unless told otherwise. */
export async function startExchangeService(options: ServiceOptions = {}): Promise<ExchangeService> {
  const { users = [demoUser], data = demoData(), port = 0 } = options
  const versions = new Map<string, number>()
  const versionOf = (documentId: string): number => versions.get(documentId) ?? 1
  const tokens = createTokens({ ...options, users })
  const { paging = 'query', pageLimit = 100, documentsOnlyWhenUnique = false } = options
  const desk = { data, documents: createDocuments(), tokens, paging, pageLimit, documentsOnlyWhenUnique, versionOf }
  const faults = createFaults(options.faults ?? {}, options.seed ?? 1)
  const log = createRequestLog()
  const gates = createGates()
  const manners = createManners(options, options.nowMs)
  const opensAtMs = Date.now() + (options.startDelayMs ?? 0)
  const wait = async (route: Route, response: ServerResponse): Promise<Answer | undefined> => {
    const refusal = await manners.receive({ document: route.documentId }, response)
    if (refusal === 429) return errorAnswer(429, 'Too many requests')
    if (refusal === 503) return errorAnswer(503, 'The service is busy')
    await gates.pass(route.endpoint)
    return Date.now() < opensAtMs ? errorAnswer(503, 'The service is starting', 1) : undefined
  }
  const server = createServer(options.tls, (request, response) => {
    serveRequest({ desk, faults, log, wait }, request, response).catch((error: unknown) => failLoudly(response, error))
  })
  server.on('connection', () => log.countConnection())
  let held: Awaited<ReturnType<typeof holdPort>> | undefined
  const servicePort = await listenHere(server, port)
  const url = `${options.tls === undefined ? 'http' : 'https'}://127.0.0.1:${servicePort}`
  return {
    url,
    data,
    requests: log.requests,
    counts: log.counts,
    faults: Object.assign(faults, {
      revokeTokens: () => tokens.revokeAll(),
      refuseTokens: (isRefusing: boolean) => tokens.refuseAll(isRefusing),
    }),
    manners,
    untilCounted: log.untilCounted,
    hold: (match, letPass) => gates.hold(match, letPass),
    changeDocument: (documentId) => void versions.set(documentId, versionOf(documentId) + 1),
    goAway: async () => {
      gates.openAll()
      await close(server)
      held = await holdPort(servicePort)
    },
    comeBack: async () => {
      await listenHere(server, servicePort)
      held?.release()
      held = undefined
    },
    close: async () => {
      gates.openAll()
      held?.release()
      await close(server)
    },
  }
}

function createServer(tls: ServiceOptions['tls'], listener: RequestListener): Server {
  // Longer than any pause in a test: a connection closed while idle would look like a fault.
  const options = { keepAliveTimeout: 60_000 }
  return tls === undefined ? createHttpServer(options, listener) : createHttpsServer({ ...options, ...tls }, listener)
}

/** A mistake in the service or in a test's data must not look like one of the faults asked for. */
function failLoudly(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) response.destroy()
  else send(response, errorAnswer(500, `The test service broke: ${String(error)}`))
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
