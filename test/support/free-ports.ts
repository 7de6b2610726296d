import { createServer, type Server } from 'node:net'

/** Ports of this computer that nothing listens on; all held until all are known, so that none comes twice. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, listen))
  await Promise.all(servers.map(({ server }) => new Promise((resolve) => server.close(resolve))))
  return servers.map(({ port }) => port)
}

async function listen(): Promise<{ server: Server; port: number }> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return { server, port: address.port }
}
