import { setImmediate as nextTurn } from 'node:timers/promises'
import { failureOf } from '../../../shared/errors/app-error.ts'
import { describeFailure } from '../../../shared/errors/failure-texts.ts'
import type { FeedEntry } from '../../../shared/model/feed-entry.ts'
import type { BeforeCommit } from '../inbox/inbox-arrivals.ts'
import type { FeedStore } from '../inbox/inbox-store.ts'
import { errorCode } from '../../files/file-system.ts'
import type { ClockPort } from '../../ports/clock.ts'
import { createJournalReader, type JournalReader } from './journal-reader.ts'

/** A shared folder sends no notification of what others write. */
const POLL_EVERY_MS = 1_000

export interface JournalStatus {
  sentence: string
  isTrouble: boolean
}

export interface FollowOptions {
  /** The first file of the journal. */
  file: string
  feed: FeedStore
  clock: ClockPort
  /** See `InboxArrivals.add`. */
  beforeCommit?: BeforeCommit
  /** Entries that are new here. */
  onEntries: (entries: FeedEntry[]) => void
  /** At the start and at every change. */
  onStatus: (status: JournalStatus) => void
}

/**
 * Reads the journal of another desk into the inbox until the signal fires, and then resolves; never fails. Waits for a
 * journal that does not exist yet or has gone.
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
  { feed, clock, beforeCommit, onEntries }: FollowOptions,
  atEndSince: Date | undefined,
): Promise<{ isAtEnd: boolean; problems: string[] }> {
  const { messages, problems, isAtEnd, savePosition } = await reader.readNext()
  const arrivals = messages.map(({ body, seenAt }) => ({
    source: 'journal' as const,
    body,
    isRedelivered: false,
    seenAt: seenSince(atEndSince, seenAt, clock.now()),
  }))
  const entries = feed.add(arrivals, beforeCommit)
  savePosition()
  if (entries.length > 0) onEntries(entries)
  return { isAtEnd, problems }
}

/**
 * When a line counts as seen. What was absent at the end of the journal a moment ago has come since, whatever the writer’s
 * clock says: a rule acts on what came after the rule was made (W-L2). The writer’s time counts only while catching up.
 */
function seenSince(atEndSince: Date | undefined, writtenAt: string, now: Date): string {
  const isTooEarly = atEndSince !== undefined && Date.parse(writtenAt) < atEndSince.getTime()
  return isTooEarly ? now.toISOString() : writtenAt
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
  if (failure !== undefined) return `${describeFailure(failure, 'desk').message} It is tried again automatically.`
  const code = errorCode(thrown)
  if (code === 'ENOENT')
    return `The journal ${file} does not exist. It is looked for again automatically; check that a desk collects.`
  const reason = code === 'EACCES' || code === 'EPERM' ? 'access is denied' : code === '' ? String(thrown) : code
  return `The journal ${file} cannot be read: ${reason}. It is tried again automatically.`
}
