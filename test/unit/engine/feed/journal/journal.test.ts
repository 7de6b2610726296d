import { appendFileSync, existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createSystemClock } from '../../../../../src/adapters/system-clock.ts'
import { createJournalReader, type JournalReader } from '../../../../../src/engine/feed/journal/journal-reader.ts'
import { journalFileIn, journalLine, readJournalLine } from '../../../../../src/engine/feed/journal/journal-format.ts'
import { openJournal } from '../../../../../src/engine/feed/journal/journal.ts'
import type { FeedStore } from '../../../../../src/engine/feed/inbox/inbox-store.ts'
import { failureOf } from '../../../../../src/shared/errors/app-error.ts'
import { tempFolder } from '../../../../support/temp-folder.ts'
import { memoryFeed, SEEN_AT, SIGNED } from '../../../../support/test-feed.ts'

/** A little after what the messages say. */
const NOW = new Date('2026-11-20T10:11:14.000Z')
const clock = { now: () => NOW }

let base: string
let file: string
let own: FeedStore
let reader: JournalReader
beforeEach(async () => {
  base = await tempFolder()
  file = journalFileIn(join(base, 'shared'), 'test')
  own = memoryFeed()
  reader = newReader()
})

const newReader = (options: { longestLine?: number } = {}): JournalReader =>
  createJournalReader({ file, database: memoryFeed().database, clock, ...options })

const message = (text: string | Buffer) => ({ body: Buffer.from(text), seenAt: SEEN_AT })
function write(...texts: (string | Buffer)[]): void {
  const journal = openJournal(file, own.database, { clock: createSystemClock() })
  journal.append(texts.map(message))
  journal.close()
}

/** All messages as text, with the sentences about damaged lines. */
async function readOn(from = reader): Promise<{ bodies: string[]; problems: string[] }> {
  const bodies: string[] = []
  const problems: string[] = []
  for (;;) {
    const piece = await from.readNext()
    bodies.push(...piece.messages.map(({ body }) => body.toString()))
    problems.push(...piece.problems)
    piece.savePosition()
    if (piece.isAtEnd) return { bodies, problems }
  }
}

describe('a line of a journal', () => {
  it('is readable for people where the message is', () => {
    expect(journalLine(message('{"a":"é"}'))).toMatch(
      /^[0-9a-f]{16} 2026-11-20T10:11:13\.000Z "\{\\"a\\":\\"é\\"\}"\n$/,
    )
  })

  it('gives back any bytes unchanged', () => {
    const bodies = fc.oneof(
      fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
      fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
    )
    fc.assert(
      fc.property(bodies, (body) => {
        const line = Buffer.from(journalLine({ body, seenAt: SEEN_AT }))
        expect(line.indexOf(0x0a)).toBe(line.length - 1)
        expect(readJournalLine(line.subarray(0, -1), NOW)).toEqual({ body, seenAt: SEEN_AT })
      }),
    )
  })

  it('is damaged when any of its characters changes', () => {
    const line = Buffer.from(journalLine(message(JSON.stringify(SIGNED)))).subarray(0, -1)
    fc.assert(
      fc.property(fc.nat(line.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const damaged = Buffer.from(line)
        damaged[at] = (damaged[at] ?? 0) ^ change
        expect(readJournalLine(damaged, NOW)).toBeUndefined()
      }),
    )
    expect(readJournalLine(Buffer.alloc(0), NOW)).toBeUndefined()
  })
})

describe('the time of a line', () => {
  const withTime = (seenAt: string): Buffer =>
    Buffer.from(journalLine({ body: Buffer.from('x'), seenAt })).subarray(0, -1)

  it.each([
    'garbage',
    '',
    '9999',
    '2026-11-20',
    '2026-13-45T10:11:13.000Z',
    '2026-11-20T10:11:13+01:00',
    `${SEEN_AT}Z`,
  ])('makes the line damaged where it is invalid, whatever the checksum says: %s', (time) => {
    expect(readJournalLine(withTime(time), NOW)).toBeUndefined()
  })

  it('is not believed where it is days ahead, and counts as now where it is slightly ahead', () => {
    expect(readJournalLine(withTime('2026-11-22T10:11:14.000Z'), NOW)).toBeUndefined()
    expect(readJournalLine(withTime('2026-11-20T11:00:00.000Z'), NOW)?.seenAt).toBe(NOW.toISOString())
    expect(readJournalLine(withTime('2026-11-20T10:00:00Z'), NOW)?.seenAt).toBe('2026-11-20T10:00:00.000Z')
  })
})

describe('a line without an end', () => {
  it('is skipped where it is longer than a journal, reported once, and the rest is read', async () => {
    const small = newReader({ longestLine: 4_000_000 })
    write('one')
    appendFileSync(file, Buffer.alloc(10_000_000, 'x'))
    write('two')
    expect(await readOn(small)).toEqual({
      bodies: ['one', 'two'],
      problems: [`A line of ${file} is longer than 4.0 MB and was skipped.`],
    })
  })

  it('costs neither memory nor repeated time, however long the file is', async () => {
    const small = newReader({ longestLine: 4_000_000 })
    write('one')
    await readOn(small)
    const { size } = statSync(file)
    // Sparse: only what is read has a cost.
    truncateSync(file, size + 3_000_000)
    expect(await readOn(small)).toEqual({ bodies: [], problems: [] })
    const reading = vi.spyOn(Buffer, 'alloc')
    onTestFinished(() => reading.mockRestore())
    expect(await readOn(small)).toEqual({ bodies: [], problems: [] })
    expect(reading).not.toHaveBeenCalled()
    truncateSync(file, size + 30_000_000)
    expect((await readOn(small)).problems).toHaveLength(1)
    expect(Math.max(...reading.mock.calls.map(([bytes]) => bytes))).toBeLessThanOrEqual(1024 * 1024)
    write('two')
    expect(await readOn(small)).toEqual({ bodies: ['two'], problems: [] })
  })
})

describe('a journal', () => {
  it('is read in the order in which it was written, from the saved position', async () => {
    write('one', 'two')
    expect((await readOn()).bodies).toEqual(['one', 'two'])
    write('three', Buffer.from([0xff, 0x00, 0x0a]))
    expect((await readOn()).bodies).toEqual(['three', '\uFFFD\u0000\n'])
    expect((await readOn()).bodies).toEqual([])
  })

  it('is read again where the position was not saved, as when storing failed', async () => {
    write('one')
    expect((await reader.readNext()).messages).toHaveLength(1)
    expect((await readOn()).bodies).toEqual(['one'])
  })

  it('has a position of its own for every reader', async () => {
    write('one')
    await readOn()
    expect((await readOn(newReader())).bodies).toEqual(['one'])
  })

  it('takes a message of 10 MB', async () => {
    write('before', 'x'.repeat(10_000_000), 'after')
    expect((await readOn()).bodies.map(({ length }) => length)).toEqual([6, 10_000_000, 5])
  })

  it('continues in another file when one is full, which readers follow', async () => {
    const journal = openJournal(file, own.database, { clock: createSystemClock(), largestBytes: 300 })
    for (let at = 1; at <= 12; at += 1) {
      journal.append([message(`message ${at}`)])
      if (at === 2) expect((await readOn()).bodies).toEqual(['message 1', 'message 2'])
    }
    journal.close()
    expect(existsSync(file.replace('.jsonl', '.3.jsonl'))).toBe(true)
    expect((await readOn()).bodies).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((at) => `message ${at}`))
    write('in the last file')
    expect((await readOn()).bodies).toEqual(['in the last file'])
  })

  it('is not confused by other files beside it', async () => {
    write('one')
    for (const name of ['x.jsonl', '1.jsonl', '02.jsonl', 'jsonl.bak']) {
      writeFileSync(file.replace('jsonl', name), 'other\n')
    }
    expect(await readOn()).toEqual({ bodies: ['one'], problems: [] })
  })
})

describe('half a line at the end of a journal', () => {
  const whole = journalLine(message('whole'))

  it('is left alone until it is whole', async () => {
    write('one')
    appendFileSync(file, whole.slice(0, 30))
    expect(await readOn()).toEqual({ bodies: ['one'], problems: [] })
    appendFileSync(file, whole.slice(30, -1))
    expect(await readOn()).toEqual({ bodies: [], problems: [] })
    appendFileSync(file, '\n')
    expect(await readOn()).toEqual({ bodies: ['whole'], problems: [] })
  })

  it('is ended by the next writer, reported, and costs none of what comes after it', async () => {
    write('one')
    appendFileSync(file, whole.slice(0, 30))
    write('two')
    const { bodies, problems } = await readOn()
    expect(bodies).toEqual(['one', 'two'])
    expect(problems).toEqual([expect.stringMatching(/^A line of .+ \(at byte \d+\) is damaged and was skipped\.$/)])
    expect((await readOn()).problems).toEqual([])
  })

  it('of a file that another follows is damaged for good', async () => {
    write('one')
    appendFileSync(file, whole.slice(0, 30))
    writeFileSync(file.replace('.jsonl', '.2.jsonl'), journalLine(message('two')))
    expect(await readOn()).toMatchObject({ bodies: ['one', 'two'], problems: [expect.stringContaining('damaged')] })
  })
})

describe('a damaged line in the middle of a journal', () => {
  it('is reported once, and the rest is read', async () => {
    write('one', 'two', 'three')
    writeFileSync(file, readFileSync(file, 'utf8').replace('two', 'TWO'))
    expect(await readOn()).toMatchObject({ bodies: ['one', 'three'], problems: [expect.stringContaining('damaged')] })
    expect(await readOn()).toEqual({ bodies: [], problems: [] })
  })
})

describe('a journal that someone has replaced', () => {
  it('is reported and read from its beginning', async () => {
    write('one', 'two', 'three')
    await readOn()
    truncateSync(file, 0)
    write('new')
    expect(await readOn()).toMatchObject({
      bodies: ['new'],
      problems: [expect.stringContaining('shorter than it was')],
    })
  })
})

describe('a second writer', () => {
  it('is refused while the first one writes, with the name of the holder', async () => {
    const journal = openJournal(file, own.database, { clock: createSystemClock() })
    try {
      openJournal(file, own.database, { clock: createSystemClock() })
      expect.unreachable()
    } catch (thrown) {
      const holder: unknown = expect.stringContaining(`process ${process.pid} on `)
      expect(failureOf(thrown)).toEqual({ tag: 'journal-held', file, holder })
    }
    journal.close()
    write('one')
    expect((await readOn()).bodies).toEqual(['one'])
  })
})

describe('a journal that cannot be written', () => {
  it('fails with storage-failed and names the file', () => {
    writeFileSync(`${file.slice(0, file.indexOf('shared'))}plain`, '')
    const below = join(file.slice(0, file.indexOf('shared')), 'plain', 'feed.jsonl')
    try {
      openJournal(below, own.database, { clock: createSystemClock() })
      expect.unreachable()
    } catch (thrown) {
      expect(failureOf(thrown)).toMatchObject({ tag: 'storage-failed', file: below })
    }
  })
})
