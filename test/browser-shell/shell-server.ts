import { execFileSync } from 'node:child_process'
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import type { Desk } from '../../src/main/desk/desk.ts'
import { DOCUMENTS_PATH } from '../../src/main/desk/serving/serve-document.ts'
import { listenHere } from '../support/listen-here.ts'

const MAX_CALL_BYTES = 128 * 1024 * 1024
const BRIDGE_FILE = join(import.meta.dirname, 'page-bridge.ts')
const WITHOUT_TYPES = `
  const { readFileSync } = require('node:fs')
  require('node:module').stripTypeScriptTypes(readFileSync(process.argv[1], 'utf8'))`
/** In a process of its own, as Node warns of what does it, and any other tool would be a third of the memory of a shell. */
const PAGE_BRIDGE = execFileSync(
  process.execPath,
  ['--disable-warning=ExperimentalWarning', '--print', WITHOUT_TYPES, BRIDGE_FILE],
  { encoding: 'utf8' },
)
const called = z.object({ name: z.unknown(), input: z.unknown() })

export interface ShellServer {
  /** Opens the page once and redirects the browser to an address that nobody else knows. */
  url: string
  /** Whether a browser has used that address. */
  isOpened(): boolean
  close(): Promise<void>
}

/** Answers what the page asks for, but for its calls and documents. */
export type AnswerPage = (request: IncomingMessage, response: ServerResponse) => void

/** A port of 127.0.0.1 and a folder that nobody else knows, for one desk after the other. */
export interface ShellAddress {
  origin: string
  /** The page and all that it asks for are below it, with no token. */
  base: string
  server: Server
  /** For one desk at a time; with the built page unless another is given. */
  serve(desk: Desk, answerPage?: AnswerPage): ShellServer
  close(): Promise<void>
}

/** Serves a desk on 127.0.0.1: page, calls, events and document bytes, for the one browser that used the token. */
export async function serveShell(desk: Desk, port: number): Promise<ShellServer> {
  const address = await openShellAddress(port)
  return { ...address.serve(desk), close: address.close }
}

/** Pages of `guest`, an origin whose requests are passed on to it, may call too. */
export async function openShellAddress(port = 0, guest?: string): Promise<ShellAddress> {
  // Under which everything is; no cookie, which a browser sends to every port of 127.0.0.1, whoever listens there (W-L12).
  const folder = randomBytes(24).toString('base64url')
  let served: Pick<Shell, 'desk' | 'token' | 'answerPage'> | undefined
  const server = createServer((request, response) => {
    if (served === undefined) return end(response, 404)
    answer({ ...served, folder, origin, guest }, request, response).catch(() => response.destroy())
  })
  const origin = `http://127.0.0.1:${await listenHere(server, port)}`
  return {
    origin,
    base: `${origin}/${folder}`,
    server,
    serve: (desk, answerPage) => {
      const token = createToken()
      served = { desk, token, answerPage }
      return {
        url: `${origin}/?token=${token.text}`,
        isOpened: token.isRedeemed,
        close: () => {
          served = undefined
          server.closeAllConnections()
          return Promise.resolve()
        },
      }
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Shell {
  desk: Desk
  token: Token
  folder: string
  origin: string
  guest: string | undefined
  answerPage: AnswerPage | undefined
}

async function answer(shell: Shell, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { desk, origin, guest } = shell
  const url = new URL(request.url ?? '/', origin)
  // Refuses other pages of the same browser, and names made to point here (DNS rebinding).
  if (`http://${request.headers.host}` !== origin) return end(response, 421)
  if (![undefined, origin, guest].includes(request.headers.origin)) return end(response, 403)
  const token = url.searchParams.get('token')
  if (url.pathname === '/' && token !== null) return letIn(shell, token, response)
  const [, folder = '', ...rest] = url.pathname.split('/')
  if (!isSame(folder, shell.folder)) return end(response, 401)
  url.pathname = `/${rest.join('/')}`
  if (url.pathname === '/desk/call') return await answerCall(desk, request, response)
  if (url.pathname === '/desk/events') return sendEvents(desk, response)
  if (url.pathname === '/desk/bridge.js') {
    response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(PAGE_BRIDGE)
    return
  }
  if (shell.answerPage !== undefined && !url.pathname.startsWith(DOCUMENTS_PATH)) {
    return shell.answerPage(request, response)
  }
  await passOn(await desk.serve(webRequest(url, request)), url, response)
}

function letIn({ token, folder }: Shell, given: string, response: ServerResponse): void {
  if (!token.redeem(given)) return end(response, 401)
  response.writeHead(303, { location: `/${folder}/`, 'cache-control': 'no-store' }).end()
}

async function answerCall(desk: Desk, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST' || request.headers['content-type'] !== 'application/json') return end(response, 400)
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue
    bytes += chunk.length
    if (bytes > MAX_CALL_BYTES) return end(response, 413)
    chunks.push(chunk)
  }
  const { name, input } = called.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')))
  const reply = JSON.stringify(await desk.router.answer(name, input))
  response.writeHead(200, { 'content-type': 'application/json' }).end(reply)
}

function sendEvents(desk: Desk, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  response.write(': here\n\n')
  const stop = desk.events.listen((event) => response.write(`data: ${JSON.stringify(event)}\n\n`))
  response.once('close', stop)
}

function webRequest(url: URL, request: IncomingMessage): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) if (typeof value === 'string') headers.set(name, value)
  return new Request(url, { method: request.method ?? 'GET', headers })
}

/**
 * The page unchanged, except for the bridge, which in Electron comes with the preload. Its files stay the same as long as this
 * address does, so that a browser compiles its scripts once for all desks that are shown there.
 */
async function passOn(answered: Response, url: URL, response: ServerResponse): Promise<void> {
  const isPage = url.pathname === '/' || url.pathname === '/index.html'
  const headers: Record<string, string> = {
    ...(isPage || !answered.ok ? {} : { 'cache-control': 'max-age=86400' }),
    ...Object.fromEntries(answered.headers),
    'referrer-policy': 'no-referrer',
  }
  if (isPage && answered.ok) {
    const page = (await answered.text()).replace('<head>', '<head><script type="module" src="desk/bridge.js"></script>')
    delete headers['content-length']
    response.writeHead(answered.status, headers).end(page)
    return
  }
  response.writeHead(answered.status, headers)
  if (answered.body === null) response.end()
  else await pipeline(Readable.fromWeb(answered.body), response).catch(() => undefined)
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'text/plain' }).end(STATUS_CODES[status])
}

interface Token {
  text: string
  /** True once for this token, then false. */
  redeem(given: string): boolean
  isRedeemed(): boolean
}

function createToken(): Token {
  const text = randomBytes(24).toString('base64url')
  let isRedeemed = false
  return {
    text,
    isRedeemed: () => isRedeemed,
    redeem: (given) => {
      if (isRedeemed || !isSame(given, text)) return false
      isRedeemed = true
      return true
    },
  }
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
