import { createServer } from 'node:http'
import { LENDER } from './borrow-broker.ts'
import { listenHere } from './listen-here.ts'
import { type Broker, startBroker } from './private-broker.ts'

/**
 * Lends brokers to the tests of a run, so that as many are started as are in use at once. `npm test` lends to all its layers;
 * one that runs alone does so in its global set-up. Returns what ends it.
 */
export default async function lendBrokers(): Promise<() => Promise<void>> {
  if (process.env[LENDER] !== undefined) return () => Promise.resolve()
  const all = new Map<string, Broker>()
  const idle: Broker[] = []
  const underway = new Set<Promise<unknown>>()
  const lend = async (): Promise<Broker['place']> => {
    const broker = idle.pop() ?? (await startBroker())
    all.set(`${broker.port}`, broker)
    return broker.place
  }
  const takeBack = async (broker: Broker): Promise<void> => {
    await broker.reset()
    idle.push(broker)
  }
  const answer = async (verb: string, port: string): Promise<object> => {
    if (verb === 'borrow') return await lend()
    const broker = all.get(port)
    if (broker !== undefined) await (verb === 'restart' ? broker.restart() : takeBack(broker))
    return {}
  }
  const server = createServer((request, response) => {
    const [, verb = '', port = ''] = (request.url ?? '').split('/')
    const answering = answer(verb, port)
      .then(
        (said) => response.end(JSON.stringify(said)),
        (error: unknown) => response.writeHead(500).end(String(error)),
      )
      .finally(() => underway.delete(answering))
    underway.add(answering)
  })
  const port = await listenHere(server)
  process.env[LENDER] = `http://127.0.0.1:${port}`
  return async () => {
    server.closeAllConnections()
    server.close()
    // An interrupted run leaves some that are just starting.
    await Promise.all(underway)
    await Promise.all([...all.values()].map((broker) => broker.stop()))
  }
}
