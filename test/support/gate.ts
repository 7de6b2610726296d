import { connect, createServer, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { listenHere } from './listen-here.ts'

export interface Gate {
  port: number
  /** Ends every connection and refuses new ones, as where the program behind has died. */
  shut(): void
  open(): Promise<void>
}

/** Stands before a server on this computer, open at first, and goes with the test. */
export async function startGate(targetPort: number): Promise<Gate> {
  const sockets = new Set<Socket>()
  let server: Server | undefined
  const begin = async (port?: number): Promise<number> => {
    server = createServer((near) => {
      const far = connect({ port: targetPort, host: '127.0.0.1' })
      for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined))
      near.pipe(far).pipe(near)
      near.on('close', () => far.destroy())
      far.on('close', () => near.destroy())
    })
    return await listenHere(server, port)
  }
  const shut = (): void => {
    server?.close()
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  const port = await begin()
  onTestFinished(shut)
  return {
    port,
    shut,
    open: async () => {
      await begin(port)
    },
  }
}
