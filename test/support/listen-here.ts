import { once } from 'node:events'
import type { Server } from 'node:net'

/** Has a server listen on a port of this computer that the system chooses. Returns the port. */
export async function listenHere(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}
