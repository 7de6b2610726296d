import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { listenHere } from './listen-here.ts'

export interface SilentProxy {
  port: number
  /** From now on nothing passes and nothing is closed, as on a line that was cut without a word; new connections neither. */
  goSilent(): void
  /** New connections pass again; those that were silenced stay so. */
  recover(): void
}

/** Stands before a server on this computer and goes with the test. */
export async function startSilentProxy(targetPort: number): Promise<SilentProxy> {
  const sockets = new Set<Socket>()
  let isSilent = false
  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  }
  const server = createServer({ allowHalfOpen: true }, (near) => {
    keep(near)
    // Connected, as by a router that answers for whom it cannot reach.
    if (isSilent) return
    const far = keep(connect({ port: targetPort, host: '127.0.0.1', allowHalfOpen: true }))
    near.pipe(far).pipe(near)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  const port = await listenHere(server)
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return {
    port,
    goSilent: () => {
      isSilent = true
      for (const socket of sockets)
        socket
          .unpipe()
          .pause()
          .removeAllListeners('close')
          .on('close', () => undefined)
    },
    recover: () => {
      isSilent = false
    },
  }
}
