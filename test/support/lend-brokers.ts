import { once } from 'node:events'
import { createServer } from 'node:http'
import { LENDER } from './borrow-broker.ts'
import { type Broker, startBroker } from './private-broker.ts'

/** Lends brokers to the test files of a run, so that as many are started as are in use at once. Global set-up of vitest. */
export async function setup(): Promise<() => Promise<void>> {
  const all = new Map<string, Broker>()
  const idle: Broker[] = []
  const lend = async (): Promise<Broker['place']> => {
    const broker = idle.pop() ?? (await startBroker())
    all.set(`${broker.port}`, broker)
    return broker.place
  }
  const takeBack = async (port: string): Promise<object> => {
    const broker = all.get(port)
    await broker?.reset()
    if (broker !== undefined) idle.push(broker)
    return {}
  }
  const server = createServer((request, response) => {
    const [, verb, port = ''] = (request.url ?? '').split('/')
    const done = verb === 'borrow' ? lend() : takeBack(port)
    done.then(
      (answer) => response.end(JSON.stringify(answer)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  process.env[LENDER] = `http://127.0.0.1:${address.port}`
  return async () => {
    server.closeAllConnections()
    server.close()
    await Promise.all([...all.values()].map((broker) => broker.stop()))
  }
}
