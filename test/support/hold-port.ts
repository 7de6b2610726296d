import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { listenHere } from './listen-here.ts'

/**
 * Keeps a port of this computer that nothing listens on any more from being given to anybody else: connections to it are
 * refused, and its owner may listen on it again. Held by the near end of a connection, for a port in use is never given out.
 * Not held on Windows, where nobody may listen on the port of a connection, its owner neither.
 */
export async function holdPort(port: number): Promise<{ release(): void }> {
  if (process.platform === 'win32') return { release: () => undefined }
  const anchor = createServer((far) => far.on('error', () => undefined))
  const anchorPort = await listenHere(anchor)
  const holder = connect({ port: anchorPort, host: '127.0.0.1', localPort: port, localAddress: '127.0.0.1' })
  await once(holder, 'connect')
  anchor.close()
  return {
    release: () => {
      // Without the minutes of waiting that an end in good order leaves on the port.
      holder.resetAndDestroy()
    },
  }
}
