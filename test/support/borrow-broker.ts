import { z } from 'zod'
import { type Broker, type BrokerPlace, reachBroker, startBroker } from './private-broker.ts'

/** Names the address at which the run lends its brokers (lend-brokers.ts). */
export const LENDER = 'PARCEL_DESK_TEST_BROKERS'

export type BorrowedBroker = Omit<Broker, 'crash' | 'place'>

const lentPlace = z.object({
  folder: z.string(),
  ports: z.object({ amqp: z.number(), node: z.number(), names: z.number() }),
})

/**
 * A broker for one test or test file alone, as it is after its start: one that was given back, where there is one. Ends with
 * `stop`, which gives it back. A broker of its own where nothing lends any.
 */
export async function borrowBroker(): Promise<BorrowedBroker> {
  const lender = process.env[LENDER]
  if (lender === undefined) return await startBroker()
  const place: BrokerPlace = lentPlace.parse(await ask(`${lender}/borrow`))
  const { amqp } = place.ports
  return {
    ...reachBroker(place),
    restart: async () => void (await ask(`${lender}/restart/${amqp}`)),
    stop: async () => void (await ask(`${lender}/return/${amqp}`)),
  }
}

async function ask(address: string): Promise<unknown> {
  const answer = await fetch(address, { method: 'POST' })
  if (!answer.ok) throw new Error(await answer.text())
  return await answer.json()
}
