import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { messageOf } from '../../shared/errors/app-error.ts'
import { ENVIRONMENTS, type Environment } from '../../shared/model/connection.ts'
import type { EffectivePolicy } from '../../shared/policy/effective-policy.ts'
import { parseFeed } from '../feed/feed-settings.ts'
import { managedFeed } from '../feed/managed-feed.ts'
import { readSettingsFiles } from './data-folder-facts.ts'

/** The states of queues and checks are in the memory of the desk that runs them. */
const NOT_HERE = { state: 'not known', sentence: 'not running here' } as const

const LAST_MESSAGE = `
  SELECT seen_at AS seenAt, kind, updated_date AS updatedDate, customer_id AS customerId
  FROM entries WHERE source NOT IN ('check', 'schedule') ORDER BY id DESC LIMIT 1`
const STREAM_PLACES = 'SELECT stream, last_offset AS lastOffset FROM stream_places ORDER BY stream'
const GAPS = 'SELECT id AS gapId, customer_id AS customerId, at, sentence FROM stream_gaps ORDER BY id'

/**
 * The feeds as they lie on the disk, for a host that runs none: the settings as the desk shows them, with what the organisation
 * has set, and how far messages came. Changes nothing, and works while a desk runs.
 */
export function readStoredFeeds(dataDir: string, policy: EffectivePolicy): unknown[] {
  const settings = readSettingsFiles(dataDir)
  return ENVIRONMENTS.flatMap((environment) => {
    const stored = settings[`${environment}/feed.json`]
    const database = join(dataDir, environment, 'feed.sqlite')
    if (stored === undefined && !existsSync(database)) return []
    const inbox = existsSync(database) ? readInbox(database) : null
    return [{ environment, ...settingsOf(stored, policy, environment), health: NOT_HERE, inbox }]
  })
}

function settingsOf(stored: unknown, policy: EffectivePolicy, environment: Environment): object {
  if (stored === undefined) return {}
  const feed = parseFeed(stored)
  if (feed === undefined)
    return { failure: `${environment}/feed.json cannot be read; it is among the settings as it is` }
  const { account: _account, deskId: _deskId, warningAcceptedAt: _accepted, ...shown } = managedFeed(feed, policy)
  return shown
}

/** Without the bodies. Not by the store of the inbox, which would set a damaged database aside. */
function readInbox(file: string): object {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { readOnly: true, timeout: 1_000 })
    return {
      lastMessage: database.prepare(LAST_MESSAGE).get() ?? null,
      streamPlaces: database.prepare(STREAM_PLACES).all(),
      gaps: database.prepare(GAPS).all(),
    }
  } catch (thrown) {
    return { failure: messageOf(thrown) }
  } finally {
    database?.close()
  }
}
