import { connect } from 'node:net'
import { createServer } from 'node:tls'
import { onTestFinished } from 'vitest'

/** TLS before a server of this computer that has none, such as a borrowed broker. It goes with the test. */
export async function startTlsFront(pem: { key: string; cert: string }, targetPort: number): Promise<number> {
  const server = createServer(pem, (near) => {
    const far = connect(targetPort, '127.0.0.1')
    near.on('error', () => far.destroy()).on('close', () => far.destroy())
    far.on('error', () => near.destroy()).on('close', () => near.destroy())
    near.pipe(far).pipe(near)
  })
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the front has no port')
  return address.port
}
