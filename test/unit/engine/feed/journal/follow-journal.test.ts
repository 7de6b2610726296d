import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createSystemClock } from '../../../../../src/adapters/system-clock.ts'
import { followJournal, type JournalStatus } from '../../../../../src/engine/feed/journal/follow-journal.ts'
import { openJournal } from '../../../../../src/engine/feed/journal/journal.ts'
import type { FeedEntry } from '../../../../../src/shared/model/feed-entry.ts'
import { createManualClock } from '../../../../support/manual-clock.ts'
import { tempFolder } from '../../../../support/temp-folder.ts'
import { memoryFeed, SIGNED } from '../../../../support/test-feed.ts'

async function startFollowing() {
  const file = join(await tempFolder(), 'feed.jsonl')
  const clock = createManualClock()
  const feed = memoryFeed()
  const told: { entries: FeedEntry[]; statuses: JournalStatus[] } = { entries: [], statuses: [] }
  const leaving = new AbortController()
  const following = followJournal(
    {
      file,
      feed,
      clock,
      onEntries: (entries) => void told.entries.push(...entries),
      onStatus: (status) => void told.statuses.push(status),
    },
    leaving.signal,
  )
  const leave = async (): Promise<void> => {
    leaving.abort()
    await following
  }
  onTestFinished(leave)
  const writer = memoryFeed()
  const writeAt = (seenAt: string, ...bodies: object[]): void => {
    const journal = openJournal(file, writer.database, { clock: createSystemClock() })
    journal.append(bodies.map((body) => ({ body: Buffer.from(JSON.stringify(body)), seenAt })))
    journal.close()
  }
  const write = (...bodies: object[]): void => writeAt(clock.now().toISOString(), ...bodies)
  /** Waits until the end of the journal is reached again. */
  const look = async (): Promise<void> => {
    for (let waits = 0; waits < 2; waits += 1) {
      await vi.waitUntil(() => clock.isWaitedFor(), 10_000)
      await clock.advance(1_000)
    }
    await vi.waitUntil(() => clock.isWaitedFor(), 10_000)
  }
  return { file, feed, told, write, writeAt, look, leave, clock }
}

describe('following a journal', () => {
  it('waits for a journal that does not exist yet, then stores its messages as it grows', async () => {
    const { told, write, look, feed, clock } = await startFollowing()
    await look()
    expect(told.statuses).toEqual([
      { sentence: expect.stringMatching(/does not exist\. It is looked for/), isTrouble: true },
    ])
    const firstAt = clock.now().toISOString()
    write(SIGNED)
    await look()
    const secondAt = clock.now().toISOString()
    write({ ...SIGNED, newStatus: 'ISSUED' })
    await look()
    expect(told.entries.map(({ source, state, seenAt }) => [source, state, seenAt])).toEqual([
      ['journal', 'signed', firstAt],
      ['journal', 'issued', secondAt],
    ])
    expect(told.statuses.at(-1)).toEqual({
      sentence: expect.stringMatching(/is read as it is written/),
      isTrouble: false,
    })
    expect(feed.counts().total).toBe(2)
  })

  it('keeps the writer’s times while catching up, and uses its own for what comes afterwards', async () => {
    const { told, writeAt, look, clock } = await startFollowing()
    const lastYear = '2025-11-20T10:11:13.000Z'
    writeAt(lastYear, SIGNED)
    await look()
    writeAt(lastYear, { ...SIGNED, newStatus: 'ISSUED' })
    const before = clock.now()
    await look()
    const [first, second] = told.entries.map(({ seenAt }) => seenAt)
    expect(first).toBe(lastYear)
    expect(Date.parse(second ?? '')).toBeGreaterThanOrEqual(before.getTime())
  })

  it('reports a damaged line, stores the rest, and reports a repeated message once', async () => {
    const { told, write, look, file } = await startFollowing()
    write(SIGNED)
    appendFileSync(file, 'no line of a journal\n')
    write(SIGNED, { ...SIGNED, newStatus: 'ISSUED' })
    await look()
    expect(told.entries.map(({ state }) => state)).toEqual(['signed', 'issued'])
    expect(told.statuses.at(-1)).toEqual({ sentence: expect.stringContaining('is damaged'), isTrouble: true })
  })

  it('stores nothing more once its signal has fired', async () => {
    const { told, write, clock, leave } = await startFollowing()
    await leave()
    write(SIGNED)
    await clock.advance(1_000)
    expect(told.entries).toEqual([])
  })
})
