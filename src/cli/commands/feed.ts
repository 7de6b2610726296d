import { firmTopology } from '../../engine/feed/firm/firm-topology.ts'
import type { CommandAction } from '../command-run.ts'
import type { FeedOptions } from '../options/option-types.ts'

const NEW_USERS =
  'the two users have no password here, and an import takes the one that they have: every desk and the collector would be refused. Where there are these users already, print the definitions with --keep-users.'

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
  if (keepUsers !== true) screen.problems([{ where: 'Users', message: NEW_USERS }])
  await screen.text([`${JSON.stringify(definitions, null, 2)}\n`])
  return undefined
}
