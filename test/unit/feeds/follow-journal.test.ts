import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { followJournal, type JournalStatus } from '../../../src/main/feeds/follow-journal.ts'
import { openJournal } from '../../../src/main/feeds/journal.ts'
import type { FeedEntry } from '../../../src/shared/model/feed-entry.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { memoryFeed, SEEN_AT, SIGNED } from '../../support/test-feed.ts'

async function startFollowing() {
  const file = join(await tempFolder(), 'feed.jsonl')
  const clock = createManualClock()
  const feed = memoryFeed()
  const told: { entries: FeedEntry[]; statuses: JournalStatus[] } = { entries: [], statuses: [] }
  const leaving = new AbortController()
  const following = followJournal(
    {
      ...{ file, feed, clock },
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
  const write = (...bodies: object[]): void => {
    const journal = openJournal(file)
    journal.append(bodies.map((body) => ({ body: Buffer.from(JSON.stringify(body)), seenAt: SEEN_AT })))
    journal.close()
  }
  const look = async (): Promise<void> => {
    for (let turn = 0; turn < 4; turn += 1) await clock.advance(1_000)
  }
  return { ...{ file, feed, told, write, look, leave } }
}

describe('following a journal', () => {
  it('waits for one that is not there yet, then takes its messages into the inbox as it grows', async () => {
    const { told, write, look, feed } = await startFollowing()
    await look()
    expect(told.statuses).toEqual([
      { sentence: expect.stringMatching(/is not there\. It is looked for/), isTrouble: true },
    ])
    write(SIGNED)
    await look()
    write({ ...SIGNED, newStatus: 'ISSUED' })
    await look()
    expect(told.entries.map(({ source, state, seenAt }) => [source, state, seenAt])).toEqual([
      ['journal', 'signed', SEEN_AT],
      ['journal', 'issued', SEEN_AT],
    ])
    expect(told.statuses.at(-1)).toEqual({
      sentence: expect.stringMatching(/is read as it is written/),
      isTrouble: false,
    })
    expect(feed.counts().total).toBe(2)
  })

  it('tells of a damaged line, takes the rest, and tells nobody twice of what is there twice', async () => {
    const { told, write, look, file } = await startFollowing()
    write(SIGNED)
    appendFileSync(file, 'no line of a journal\n')
    write(SIGNED, { ...SIGNED, newStatus: 'ISSUED' })
    await look()
    expect(told.entries.map(({ state }) => state)).toEqual(['signed', 'issued'])
    expect(told.statuses.at(-1)).toEqual({ sentence: expect.stringContaining('is damaged'), isTrouble: true })
  })

  it('takes nothing more once it was told to leave', async () => {
    const { told, write, look, leave } = await startFollowing()
    await leave()
    write(SIGNED)
    await look()
    expect(told.entries).toEqual([])
  })
})
