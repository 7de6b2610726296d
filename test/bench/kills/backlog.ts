import { existsSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { openFirm, QUEUE, STREAM } from '../../integration/feeds/firm.ts'
import { readStream } from '../../support/read-stream.ts'
import { statusMessages } from '../../support/status-messages.ts'
import type { Rounds } from './streams-noticed.ts'

export interface BacklogKills {
  published: number
  /** Kills after which the collector's inbox had messages that were not listed yet. */
  behind: number
  lost: number
  doubled: number
}

/** How many wait for it each time. */
export const BACKLOG = 3_000
/** From before the first message is taken to after the last is passed on. */
const [EARLIEST_MS, LATEST_MS] = [350, 1_050]

/** A collector is killed at random with more and more messages waiting, which it lists in its inbox only after passing them on. */
export async function killWithBacklog({ broker, rounds, random }: Rounds): Promise<BacklogKills> {
  const firm = await openFirm(broker)
  const file = path.join(firm.program.folder, 'data/production/feed.sqlite')
  try {
    await firm.importTopology()
    const bodies: string[] = []
    let behind = 0
    for (let kill = 0; kill < rounds; kill += 1) {
      const fresh = statusMessages(BACKLOG, bodies.length)
      bodies.push(...fresh)
      await broker.publish(QUEUE, fresh)
      const { child, result } = firm.startCollector()
      await pause(EARLIEST_MS + random() * (LATEST_MS - EARLIEST_MS))
      child.kill('SIGKILL')
      await result
      if (unlistedIn(file) > 0) behind += 1
    }
    const { child, result } = firm.startCollector()
    await readStream(broker, STREAM, { count: bodies.length, skipsEqual: true })
    child.kill('SIGINT')
    await result
    const stored = await firm.storedBodies()
    const distinct = new Set(stored)
    const lost = bodies.filter((body) => !distinct.has(body)).length
    return { published: bodies.length, behind, lost, doubled: stored.length - distinct.size }
  } finally {
    await firm.close()
  }
}

/** None where it was killed before it had made its tables. */
function unlistedIn(file: string): number {
  if (!existsSync(file)) return 0
  const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 })
  try {
    const isThere = database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get('backlog') !== undefined
    return isThere ? Number(database.prepare('SELECT COUNT(*) AS count FROM backlog').get()?.['count']) : 0
  } finally {
    database.close()
  }
}
