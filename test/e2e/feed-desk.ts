import { type ChangeKind, changeState } from '../exchange-service/change-state.ts'
import type { StoredSet } from '../exchange-service/exchange-data.ts'
import { type BorrowedBroker, borrowBroker } from '../support/borrow-broker.ts'
import { missingPackages } from '../support/system-packages.ts'
import { test } from './desk-test.ts'
import { CUSTOMER } from './feed-steps.ts'

export interface Feed {
  broker: BorrowedBroker
  /** As it is typed, with the placeholder of the customer. */
  queue: string
  /** Those of the customer, in the order of the service. */
  sets: readonly StoredSet[]
  /** Moves a set on, and puts the message where the desk takes it. */
  change(set: StoredSet, kind: ChangeKind): Promise<void>
  /** Whatever it is. */
  publish(bodies: Iterable<string>): Promise<void>
}

/** A desk beside a broker of its own. */
export const feedTest = test.extend<{ feed: Feed; broker: BorrowedBroker }>({
  broker: [
    // oxlint-disable-next-line no-empty-pattern -- the runner insists on a pattern here
    async ({}, use) => {
      const broker = await borrowBroker()
      await use(broker)
      await broker.stop()
    },
    // One that has to be started takes seconds, and on a slow machine a minute.
    { timeout: 240_000 },
  ],
  feed: async ({ broker, service }, use) => {
    const customerId =
      service.data.counterparties.find(({ customerName }) => customerName === CUSTOMER)?.customerId ?? ''
    const queue = 'parcels_{customerId}'
    const name = queue.replace('{customerId}', customerId)
    await broker.declareQueue(name)
    const publish = async (bodies: Iterable<string>): Promise<void> => await broker.publish(name, bodies)
    await use({
      broker,
      queue,
      publish,
      sets: service.data.search({ customerIds: [customerId], status: 'ACTIVE' }).slice(0, 300),
      change: async (set, kind) => {
        const acting = { actor: 'Ingrid Solheim', company: 'North Sea Bulk AS' }
        await publish([changeState(set, { kind, ...acting, at: new Date() })])
      },
    })
  },
})

feedTest.skip(() => missingPackages().includes('rabbitmq-server'), 'it needs RabbitMQ')
