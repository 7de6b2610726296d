import { firmTopology } from '../../engine/feed/firm/firm-topology.ts'
import type { CommandAction } from '../command-run.ts'
import type { FeedOptions } from '../options/option-types.ts'

/** `feed topology`: prints definitions for the administrator of the firm’s broker. Calls nobody and stores nothing. */
export const feed: CommandAction<FeedOptions> = async ({ options, screen }) => {
  const { customer: customerIds, virtualHost, exchange, retention, backEndQueue, keepUsers } = options
  const definitions = firmTopology({
    customerIds,
    virtualHost,
    exchange,
    retention,
    backEndQueue,
    keepsUsers: keepUsers,
  })
  await screen.text([`${JSON.stringify(definitions, null, 2)}\n`])
  return undefined
}
