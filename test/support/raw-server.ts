import { createServer, type Socket } from 'node:net'
import { listenHere } from './listen-here.ts'

export interface RawServer {
  port: number
  /** `http://127.0.0.1:port`. */
  url: string
  /** What was received, one text per connection. */
  received: string[]
  close(): Promise<void>
}

/**
 * A server that says what a test makes it say, byte by byte. `answer` is called for each piece that came, with the socket
 * and all that this connection has sent so far.
 */
export async function startRawServer(answer: (socket: Socket, received: string) => void): Promise<RawServer> {
  const received: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    const index = received.push('') - 1
    // A client that hangs up is not an error here.
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (chunk) => {
      const soFar = `${received[index] ?? ''}${chunk.toString('latin1')}`
      received[index] = soFar
      answer(socket, soFar)
    })
  })
  const port = await listenHere(server)
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** A complete HTTP answer as text. */
export function httpText(status: string, headers: Record<string, string>, body = ''): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`
}
