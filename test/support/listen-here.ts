import { once } from 'node:events'
import type { Server } from 'node:net'

/** Has a server listen on a port of this computer, which the system chooses unless it is given. Returns the port. */
export async function listenHere(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}
