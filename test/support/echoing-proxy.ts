import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { listenHere } from './listen-here.ts'

export interface EchoingProxy {
  url: string
  /** Every password header and token that passed, as it was on the wire. */
  secrets: Set<string>
  /** How many answers repeated what they were sent. */
  readonly echoed: number
}

const tokenAnswer = z.object({ token: z.string() })

/** Stands before the service, and like a careless one repeats now and then in an error what it was sent. */
export async function startEchoingProxy(serviceUrl: string, choose = chooseForm): Promise<EchoingProxy> {
  const secrets = new Set<string>()
  let echoed = 0
  let seen = 0
  const server = createServer((asked, answer) => {
    const { authorization = '', username = '', password = '' } = asked.headers
    const values = [authorization.replace(/^\w+ /, ''), String(password)].filter((value) => value !== '')
    for (const value of values) secrets.add(value)
    seen += 1
    const form = choose(asked.url ?? '', seen)
    if (form === undefined) {
      forward({ serviceUrl, secrets }, asked, answer)
      return
    }
    echoed += 1
    asked.resume()
    form(answer, `${authorization} ${values.join(' ')} of ${String(username)}`)
  })
  const port = await listenHere(server)
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return {
    url: `http://127.0.0.1:${port}`,
    secrets,
    get echoed() {
      return echoed
    },
  }
}

export type EchoForm = (answer: ServerResponse, said: string) => void

const failing: EchoForm = (answer, said) => send(answer, 500, JSON.stringify({ errorMessage: `Cannot serve ${said}` }))
const refusing: EchoForm = (answer, said) => send(answer, 403, `no right for ${said}`)
export const echoingPage: EchoForm = (answer, said) => send(answer, 200, `<html><title>${said}</title>${said}</html>`)
const envelope: EchoForm = (answer, said) => send(answer, 200, JSON.stringify({ code: 500, message: said }))

/** What is no document must succeed in the end, or there would be nothing more to see; some documents are never given. */
function chooseForm(url: string, seen: number): EchoForm | undefined {
  if (!url.includes('get-single-pdf')) return seen % 4 === 0 ? failing : undefined
  if (/[0-3]$/.test(url)) return refusing
  return seen % 4 === 0 ? [failing, echoingPage, envelope][Math.floor(seen / 4) % 3] : undefined
}

function send(answer: ServerResponse, status: number, body: string): void {
  answer.writeHead(status, { 'content-length': Buffer.byteLength(body) }).end(body)
}

interface Behind {
  serviceUrl: string
  secrets: Set<string>
}

function forward({ serviceUrl, secrets }: Behind, asked: IncomingMessage, answer: ServerResponse): void {
  const { method, headers } = asked
  const passed = request(`${serviceUrl}${asked.url ?? ''}`, { method, headers, agent: false }, (received) => {
    answer.writeHead(received.statusCode ?? 502, received.headers)
    received.on('data', (chunk: Buffer) => {
      const token = asked.url?.includes('oauth2') === true ? tokenAnswer.safeParse(parse(chunk)).data?.token : undefined
      if (token !== undefined) secrets.add(token)
      answer.write(chunk)
    })
    received.on('end', () => answer.end())
    received.on('error', () => answer.destroy())
  })
  passed.on('error', () => answer.destroy())
  asked.pipe(passed)
}

function parse(chunk: Buffer): unknown {
  try {
    return JSON.parse(chunk.toString())
  } catch {
    return undefined
  }
}
