import { badUsage } from '../../shared/errors/app-error.ts'
import { firmTopology, type ShovelSource } from '../../engine/feed/firm/firm-topology.ts'
import type { CommandAction } from '../command-run.ts'
import type { FeedOptions } from '../options/option-types.ts'
import { readAmqpAddress } from '../watch/amqp-address.ts'
import { CUSTOMER } from '../watch/watched-queues.ts'

const STREAMS_FIRST =
  'import the definitions without --shovel first: a Shovel that finds no stream makes one, and that keeps its messages for ever.'

/** `feed topology`: prints definitions for the administrator of the firm’s broker. Calls nobody and stores nothing. */
export const feed: CommandAction<FeedOptions> = async ({ options, screen }) => {
  const { customer: customerIds, virtualHost, exchange, retention, backEndQueue, keepUsers } = options
  const shovels = shovelSources(options)
  const request = { customerIds, virtualHost, exchange, retention, backEndQueue, keepsUsers: keepUsers, shovels }
  const definitions = firmTopology(request)
  if (shovels.length > 0) screen.problems([{ where: '--shovel', message: STREAMS_FIRST }])
  await screen.text([`${JSON.stringify(definitions, null, 2)}\n`])
  return undefined
}

function shovelSources({ shovel, amqpUrl, queue, customer, backEndQueue }: FeedOptions): ShovelSource[] {
  if (shovel !== true) {
    if (amqpUrl === undefined && queue === undefined) return []
    throw badUsage(
      '--amqp-url and --queue name where a Shovel takes messages from.',
      'Add --shovel, or leave them out.',
    )
  }
  if (amqpUrl === undefined || queue === undefined) {
    throw badUsage('A Shovel needs to know where to take messages from.', 'Name it with --amqp-url and --queue.')
  }
  if (backEndQueue !== undefined) {
    throw badUsage(
      'A Shovel publishes to the streams alone, so that --back-end-queue would stay empty.',
      'Let the back end read the streams, or run “parcel-desk collect”.',
    )
  }
  // Refuses a password in the address, as elsewhere.
  const { virtualHost } = readAmqpAddress(amqpUrl)
  if (customer.length > 1 && !queue.includes(CUSTOMER) && !virtualHost.includes(CUSTOMER)) {
    throw badUsage(
      'A Shovel reads no messages, so it cannot tell the customers of one queue apart.',
      `Put ${CUSTOMER} into the queue or the virtual host where each customer has one, or run “parcel-desk collect”.`,
    )
  }
  return customer.map((customerId) => {
    const filled = (text: string): string =>
      text.replaceAll(CUSTOMER, customerId).replaceAll('%7BcustomerId%7D', customerId)
    return { customerId, uri: filled(amqpUrl), queue: filled(queue) }
  })
}
