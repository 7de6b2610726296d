import { setImmediate as nextTurn } from 'node:timers/promises'
import { failureOf } from '../../../shared/errors/app-error.ts'
import { describeFailure } from '../../../shared/errors/failure-texts.ts'
import type { FeedEntry } from '../../../shared/model/feed-entry.ts'
import { errorCode } from '../../files/disk-codes.ts'
import type { ClockPort } from '../../ports/clock.ts'
import type { FeedStore } from '../inbox/inbox-store.ts'
import { createJournalReader, type JournalReader } from './journal-reader.ts'

/** Without a look from time to time nobody knows of a line: a shared folder tells nothing of what others write. */
const POLL_EVERY_MS = 1_000

export interface JournalStatus {
  sentence: string
  isTrouble: boolean
}

export interface FollowOptions {
  /** The journal, as the desk that collects named it. */
  file: string
  feed: FeedStore
  clock: ClockPort
  /** Those that are new here. */
  onEntries: (entries: FeedEntry[]) => void
  /** When it begins, and at every change. */
  onStatus: (status: JournalStatus) => void
}

/**
 * Reads the journal of another desk into the inbox, for as long as the signal lets it. A journal that is not there yet, or
 * not any more, is waited for. Resolves when the signal fires; never fails.
 */
export async function followJournal(options: FollowOptions, signal: AbortSignal): Promise<void> {
  const { file, feed, clock } = options
  const reader = createJournalReader({ file, database: feed.database, clock })
  const showStatus = onlyChanges(options.onStatus)
  let problem: string | undefined
  let atEndSince: Date | undefined
  while (!signal.aborted) {
    try {
      const { isAtEnd, problems } = await readPiece(reader, options, atEndSince)
      if (signal.aborted) break
      if (isAtEnd) atEndSince = clock.now()
      problem = problems.at(-1) ?? problem
      showStatus({
        sentence: problem ?? `The journal ${file} is read as it is written.`,
        isTrouble: problem !== undefined,
      })
      if (!isAtEnd) {
        await nextTurn()
        continue
      }
    } catch (thrown) {
      showStatus({ sentence: troubleSentence(file, thrown), isTrouble: true })
    }
    await clock.wait(POLL_EVERY_MS, signal).catch(() => undefined)
  }
}

async function readPiece(
  reader: JournalReader,
  { feed, clock, onEntries }: FollowOptions,
  atEndSince: Date | undefined,
): Promise<{ isAtEnd: boolean; problems: string[] }> {
  const { messages, problems, isAtEnd, savePosition } = await reader.readNext()
  const arrivals = messages.map(({ body, seenAt }) => ({
    source: 'journal' as const,
    body,
    isRedelivered: false,
    seenAt: seenSince(atEndSince, seenAt, clock.now()),
  }))
  const entries = feed.add(arrivals)
  savePosition()
  if (entries.length > 0) onEntries(entries)
  return { isAtEnd, problems }
}

/**
 * What was not there at the last look has come since, whatever the clock of its writer says: a rule acts on what came after it
 * was made (W-L2). Only of what is caught up with does the writer's time tell.
 */
function seenSince(atEndSince: Date | undefined, told: string, now: Date): string {
  const isTooEarly = atEndSince !== undefined && Date.parse(told) < atEndSince.getTime()
  return isTooEarly ? now.toISOString() : told
}

function onlyChanges(onStatus: (status: JournalStatus) => void): (status: JournalStatus) => void {
  let last = ''
  return (status) => {
    if (status.sentence === last) return
    last = status.sentence
    onStatus(status)
  }
}

function troubleSentence(file: string, thrown: unknown): string {
  const failure = failureOf(thrown)
  if (failure !== undefined) return `${describeFailure(failure, 'desk').message} It is tried again by itself.`
  const code = errorCode(thrown)
  if (code === 'ENOENT')
    return `The journal ${file} is not there. It is looked for again by itself; check that a desk collects.`
  const reason = code === 'EACCES' || code === 'EPERM' ? 'access is denied' : code === '' ? String(thrown) : code
  return `The journal ${file} cannot be read: ${reason}. It is tried again by itself.`
}
