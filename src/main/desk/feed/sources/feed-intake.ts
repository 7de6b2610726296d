import type { FeedEntry } from '../../../../shared/model/feed-entry.ts'
import type { Environment } from '../../../../shared/model/connection.ts'
import type { ClockPort } from '../../../../engine/ports/clock.ts'
import type { Delivery } from '../../../../engine/ports/link.ts'
import type { FeedSettings } from '../../../../engine/feed/feed-settings.ts'
import type { FeedStore } from '../../../../engine/feed/inbox/inbox-store.ts'
import { type Journal, openJournal } from '../../../../engine/feed/journal/journal.ts'
import { journalFileIn } from '../../../../engine/feed/journal/journal-files.ts'

interface Parts {
  environment: Environment
  settings: Pick<FeedSettings, 'read'>
  store: () => Pick<FeedStore, 'add' | 'database'>
  clock: ClockPort
  /** Called with what is new, and with nothing where only repetitions came. */
  onStored: (entries: readonly FeedEntry[]) => void
}

/** What comes from the queues: into the journal of a collector, then into the inbox, then it may be acknowledged (T39). */
export interface FeedIntake {
  /** Fails with storage-failed, journal-held: then nothing may be acknowledged. */
  store(batch: readonly Delivery[]): void
  /** Lets go of a journal that is not written to any more. */
  settle(): void
  close(): void
}

export function createFeedIntake({ environment, settings, store, clock, onStored }: Parts): FeedIntake {
  let open: { file: string; journal: Journal } | undefined
  const wantedFile = (): string | undefined => {
    const { mode, journalFolder, isOn } = settings.read()
    return isOn && mode === 'collector' && journalFolder !== null
      ? journalFileIn(journalFolder, environment)
      : undefined
  }
  const close = (): void => {
    open?.journal.close()
    open = undefined
  }
  const journal = (): Journal | undefined => {
    const file = wantedFile()
    if (open?.file === file) return open?.journal
    close()
    if (file === undefined) return undefined
    open = { file, journal: openJournal(file, store().database) }
    return open.journal
  }
  return {
    store: (batch) => {
      const seenAt = clock.now().toISOString()
      const collected = journal()
      collected?.append(batch.map(({ body }) => ({ body, seenAt })))
      const arrivals = batch.map(
        ({ body, isRedelivered }) =>
          ({ source: 'queue', body, isRedelivered, seenAt, journal: collected?.id }) as const,
      )
      onStored(store().add(arrivals))
    },
    settle: () => {
      if (open !== undefined && open.file !== wantedFile()) close()
    },
    close,
  }
}
