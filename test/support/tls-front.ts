import { connect } from 'node:net'
import { createServer } from 'node:tls'
import { listenHere } from './listen-here.ts'

/** TLS before a server of this computer that has none, such as a borrowed broker. */
export async function openTlsFront(
  pem: { key: string; cert: string },
  targetPort: number,
): Promise<{ port: number; close(): void }> {
  const server = createServer(pem, (near) => {
    const far = connect(targetPort, '127.0.0.1')
    near.on('error', () => far.destroy()).on('close', () => far.destroy())
    far.on('error', () => near.destroy()).on('close', () => near.destroy())
    near.pipe(far).pipe(near)
  })
  server.on('tlsClientError', () => undefined)
  const port = await listenHere(server)
  return { port, close: () => void server.close() }
}
