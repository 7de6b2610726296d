import { connect } from 'node:net'

export interface RawQuestion {
  method?: string
  /** Sent as it is, dots and all. */
  path: string
  headers?: Record<string, string>
  body?: string
  /** How long nothing may arrive before the connection counts as left open. Default 10,000, which a busy machine does not reach. */
  quietMs?: number | undefined
}

export interface RawAnswer {
  /** 0 when nothing arrived that looks like a status line. */
  status: number
  headers: Record<string, string>
  /** What came after the headers, chunk framing included. */
  body: Buffer
  /** How the connection ended: in order, by a reset, or not at all. */
  ending: 'closed' | 'reset' | 'left open'
}

/** One HTTP/1.1 request on a socket of its own, and every byte that came back: no client library smooths anything over. */
export function askRaw(baseUrl: string, question: RawQuestion): Promise<RawAnswer> {
  const { hostname, port, host } = new URL(baseUrl)
  const chunks: Buffer[] = []
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) })
    const finish = (ending: RawAnswer['ending']): void => {
      socket.destroy()
      resolve({ ...parseAnswer(Buffer.concat(chunks)), ending })
    }
    socket.setTimeout(question.quietMs ?? 10_000, () => finish('left open'))
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('end', () => finish('closed'))
    socket.on('error', () => finish('reset'))
    socket.write(questionText(host, question))
  })
}

function questionText(host: string, { method = 'GET', path, headers = {}, body = '' }: RawQuestion): string {
  const sent = { host, connection: 'close', 'content-length': String(Buffer.byteLength(body)), ...headers }
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

function parseAnswer(bytes: Buffer): Omit<RawAnswer, 'ending'> {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) return { status: 0, headers: {}, body: bytes }
  const [statusLine = '', ...lines] = bytes.subarray(0, headEnd).toString('latin1').split('\r\n')
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
  })
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1] ?? 0),
    headers: Object.fromEntries(headers),
    body: bytes.subarray(headEnd + 4),
  }
}
