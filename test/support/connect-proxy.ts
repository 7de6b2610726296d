import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { holdPort } from './hold-port.ts'
import { listenHere } from './listen-here.ts'

export interface ConnectProxy {
  /** `host:port`. */
  place: string
  url: string
  /** The target of each tunnel that was asked for. */
  asked: string[]
  /** Every login that came, decoded; '' where none did. */
  logins: string[]
  /** What it wants from now on. */
  login: string | undefined
  /** Ends all tunnels at once; nothing listens any more, and nobody else gets the address. */
  kill(): Promise<unknown>
  /** At the same address again, after a kill. */
  restart(): Promise<void>
  /** For good. */
  close(): Promise<void>
  /** From now on nothing passes on the tunnels that are open, and none of them is closed. */
  goSilent(): void
}

export interface ConnectProxyOptions {
  /** `user:password`; without it, anybody may pass. */
  login?: string
  /** The sign-ins that it offers; default Basic. */
  schemes?: readonly string[]
  /** The port of this computer where a tunnel leads, whichever host was asked for. */
  targetPort: (asked: string) => number
  /** Answered in place of a tunnel. */
  status?: number
  /** Answered for a tunnel; default 200. */
  success?: number
  /** Any free one unless given. */
  port?: number
}

/** A proxy as firms have them, on this computer. Ends with `close`. */
export async function openConnectProxy(options: ConnectProxyOptions): Promise<ConnectProxy> {
  const sockets = new Set<Socket>()
  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    return socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
  }
  const server = createServer()
  let port = 0
  let killed: ReturnType<typeof holdPort> | undefined
  const end = async (): Promise<void> => {
    const closed = server.listening ? once(server, 'close') : undefined
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  const proxy: ConnectProxy = {
    place: '',
    url: '',
    asked: [],
    logins: [],
    login: options.login,
    kill: () => (killed = end().then(async () => await holdPort(port))),
    goSilent: () => {
      for (const socket of sockets) socket.unpipe().pause()
    },
    restart: async () => {
      const held = await killed
      await listenHere(server, port)
      held?.release()
    },
    close: async () => {
      const held = await killed
      held?.release()
      await end()
    },
  }
  server.on('connection', keep)
  server.on('connect', ({ url = '', headers }, near: Socket) => {
    proxy.asked.push(url)
    const given = Buffer.from((headers['proxy-authorization'] ?? '').replace(/^Basic /, ''), 'base64').toString()
    proxy.logins.push(given)
    if (proxy.login !== undefined && given !== proxy.login) {
      const schemes = options.schemes ?? ['Basic realm="firm, with a comma"']
      const offered = schemes.map((scheme) => `proxy-authenticate: ${scheme}\r\n`).join('')
      near.end(`HTTP/1.1 407 Proxy Authentication Required\r\n${offered}content-length: 0\r\n\r\n`)
      return
    }
    if (options.status !== undefined) {
      near.end(`HTTP/1.1 ${options.status} No\r\ncontent-length: 0\r\n\r\n`)
      return
    }
    const far = keep(connect(options.targetPort(url), '127.0.0.1'))
    far.once('connect', () => near.write(`HTTP/1.1 ${options.success ?? 200} Connection established\r\n\r\n`))
    near.pipe(far).pipe(near)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  port = await listenHere(server, options.port)
  proxy.place = `127.0.0.1:${port}`
  proxy.url = `http://${proxy.place}`
  return proxy
}
