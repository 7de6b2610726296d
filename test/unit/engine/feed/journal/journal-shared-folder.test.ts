import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import {
  appendFileSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createSystemClock } from '../../../../../src/adapters/system-clock.ts'
import type { FeedStore } from '../../../../../src/engine/feed/inbox/inbox-store.ts'
import { journalFileIn, readJournalLine } from '../../../../../src/engine/feed/journal/journal-format.ts'
import { createJournalReader } from '../../../../../src/engine/feed/journal/journal-reader.ts'
import { type Journal, openJournal } from '../../../../../src/engine/feed/journal/journal.ts'
import { failureOf } from '../../../../../src/shared/errors/app-error.ts'
import type { Failure } from '../../../../../src/shared/errors/failure.ts'
import { tempFolder } from '../../../../support/temp-folder.ts'
import { memoryFeed, SEEN_AT } from '../../../../support/test-feed.ts'

const isWindows = process.platform === 'win32'

let base: string
let shared: string
let file: string
let precious: string
beforeEach(async () => {
  base = await tempFolder()
  shared = join(base, 'shared')
  mkdirSync(shared)
  file = journalFileIn(shared, 'test')
  precious = join(base, 'precious.txt')
  writeFileSync(precious, 'precious')
})

/** A desk that collects: stores in the journal, then in its inbox. */
interface Collector {
  feed: FeedStore
  journal: Journal
  take(...texts: string[]): void
}

function startCollector(feed = memoryFeed()): Collector {
  const journal = openJournal(file, feed.database, { clock: createSystemClock() })
  onTestFinished(() => journal.close())
  return {
    feed,
    journal,
    take: (...texts) => {
      const messages = texts.map((text) => ({ body: Buffer.from(text), seenAt: SEEN_AT }))
      journal.append(messages)
      feed.add(messages.map((one) => ({ ...one, source: 'queue', isRedelivered: false, journal: journal.id })))
    },
  }
}

/** The statuses of a follower that starts now. */
function written(): (string | undefined)[] {
  return readdirSync(shared)
    .filter((name) => name.endsWith('.jsonl'))
    .toSorted()
    .flatMap((name) => readFileSync(join(shared, name), 'utf8').trimEnd().split('\n'))
    .map((line) => readJournalLine(Buffer.from(line), new Date('2026-11-21'))?.body.toString())
}

function failureIn(act: () => unknown): Failure | undefined {
  try {
    act()
    return undefined
  } catch (thrown) {
    return failureOf(thrown)
  }
}

describe.skipIf(isWindows)('a journal in a folder where others plant files', () => {
  it.each([
    ['a link', () => symlinkSync(precious, file), 'is a link'],
    ['a link to nothing', () => symlinkSync(join(base, 'new'), file), 'is a link'],
    ['a second name of a file', () => linkSync(precious, file), 'has a second name (a hard link)'],
    ['a named pipe', () => execFileSync('mkfifo', [file]), 'is a named pipe'],
  ])('does not write through %s, and reports it', (_what, plant, reason) => {
    plant()
    const said = { tag: 'storage-failed', file, reason: `parcel-desk-feed-test.jsonl ${reason}` }
    expect(failureIn(() => startCollector())).toEqual(said)
    expect(readFileSync(precious, 'utf8')).toBe('precious')
    expect(readdirSync(base)).not.toContain('new')
  })

  it.skipIf(process.geteuid?.() !== 0)('does not append to another user’s file', () => {
    writeFileSync(file, '')
    chownSync(file, 65_534, 65_534)
    expect(failureIn(() => startCollector())).toMatchObject({ reason: expect.stringContaining('another user') })
  })

  it('does not follow a link in place of its lease file, and leaves the target alone', () => {
    symlinkSync(precious, `${file}.holder`)
    startCollector().take('one')
    expect(readFileSync(precious, 'utf8')).toBe('precious')
    expect(lstatSync(`${file}.holder`).isFile()).toBe(true)
    expect(written()).toEqual(['one'])
  })

  it('does not block a follower where it is a named pipe or a link', async () => {
    const clock = { now: () => new Date() }
    const reader = createJournalReader({ file, database: memoryFeed().database, clock })
    execFileSync('mkfifo', [file])
    await expect(reader.readNext()).rejects.toThrow(`${file} is a named pipe`)
    rmSync(file)
    symlinkSync(precious, file)
    await expect(reader.readNext()).rejects.toThrow(`${file} is a link`)
  })
})

describe('a journal that is deleted or replaced while it is written', () => {
  it('is noticed before anything more is stored, and written again completely once its folder is back', () => {
    const { take, feed } = startCollector()
    take('one', 'two')
    rmSync(shared, { recursive: true })
    expect(failureIn(() => take('three'))).toEqual({ tag: 'storage-failed', file, reason: 'its folder is not there' })
    expect(feed.counts().total).toBe(2)
    expect(readdirSync(base)).not.toContain('shared')
    mkdirSync(shared)
    take('three')
    expect(written()).toEqual(['one', 'two', 'three'])
  })

  it.skipIf(isWindows)('is written again where only the file was deleted, truncated or replaced', () => {
    const { take } = startCollector()
    take('one')
    rmSync(file)
    take('two')
    expect(written()).toEqual(['one', 'two'])
    truncateSync(file, 0)
    take('three')
    expect(written()).toEqual(['one', 'two', 'three'])
    renameSync(file, join(base, 'aside'))
    writeFileSync(file, 'of somebody else\n')
    take('four')
    expect(written()).toEqual([undefined, 'one', 'two', 'three', 'four'])
  })

  it('is written again by the next run where it was deleted between runs', () => {
    const feed = memoryFeed()
    const first = startCollector(feed)
    first.take('one', 'two')
    first.journal.close()
    rmSync(file)
    startCollector(feed).take('three')
    expect(written()).toEqual(['one', 'two', 'three'])
  })

  it('gets back neither what is still there nor what was never in it', () => {
    const { take, feed, journal } = startCollector()
    feed.add([{ source: 'queue', body: Buffer.from('before it was shared'), isRedelivered: false, seenAt: SEEN_AT }])
    take('one')
    journal.close()
    renameSync(file, file.replace('.jsonl', '.2.jsonl'))
    rmSync(file, { force: true })
    appendFileSync(file.replace('.jsonl', '.3.jsonl'), '')
    startCollector(feed).take('two')
    expect(written()).toEqual(['one', 'two'])
  })

  it('is not created in place of a share that is not mounted when the desk starts', () => {
    const feed = memoryFeed()
    const first = startCollector(feed)
    first.take('one')
    first.journal.close()
    rmSync(shared, { recursive: true })
    expect(failureIn(() => startCollector(feed))).toMatchObject({ tag: 'storage-failed' })
    expect(readdirSync(base)).not.toContain('shared')
  })

  it('may contain a message twice, which is not new to a follower', async () => {
    const { take } = startCollector()
    const clock = { now: () => new Date('2026-11-21') }
    const follower = memoryFeed()
    const reader = createJournalReader({ file, database: follower.database, clock })
    const readOn = async (): Promise<void> => {
      const { messages, savePosition, isAtEnd } = await reader.readNext()
      follower.add(messages.map((one) => ({ ...one, source: 'journal', isRedelivered: false })))
      savePosition()
      if (!isAtEnd) await readOn()
    }
    take('one', 'two')
    await readOn()
    rmSync(file)
    take('three')
    await readOn()
    const raws = [...follower.all()].map(({ raw }) => raw)
    expect(raws.map((raw) => hash('sha256', raw))).toEqual(['one', 'two', 'three'].map((raw) => hash('sha256', raw)))
    expect(statSync(file).size).toBeGreaterThan(0)
  })
})

describe('a collector whose journal another has taken over', () => {
  it('writes and stores nothing more, and resumes once the other has ended', () => {
    const first = startCollector()
    first.take('one')
    // Its lease expired while the computer slept, and another took over.
    rmSync(`${file}.holder`)
    const second = startCollector()
    second.take('two')
    expect(failureIn(() => first.take('three'))).toMatchObject({ tag: 'journal-held', file })
    expect(first.feed.counts().total).toBe(1)
    second.journal.close()
    first.take('three')
    expect(written()).toEqual(['one', 'two', 'three'])
  })
})
