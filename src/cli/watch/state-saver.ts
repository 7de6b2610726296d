import { setTimeout as wait } from 'node:timers/promises'
import type { ParcelDesk, ParcelSession } from '../../main/core/parcel-desk.ts'
import type { FeedStore } from '../../main/feeds/inbox-store.ts'
import { planRule } from '../../main/feeds/plan-rule.ts'
import { prepareFolder } from '../../main/saving/check-folder.ts'
import { DEFAULT_NAME_PATTERN } from '../../main/saving/name-pattern.ts'
import { AppError, failureOf } from '../../shared/errors/app-error.ts'
import type { DescribedFailure } from '../../shared/errors/failure.ts'
import type { FeedEntry } from '../../shared/model/feed-entry.ts'
import { counted } from '../../shared/text/counted.ts'
import { foldState } from '../../shared/text/fold-state.ts'
import type { CommandRun } from '../command-run.ts'
import type { WatchOptions } from '../option-types.ts'
import { describeThrown } from '../describe-thrown.ts'
import { failureOfSave } from '../report-save.ts'

/** A search may lag behind the queue, and another run may hold the data folder: half a minute of patience. */
const WAITS_MS = [1_000, 2_000, 4_000, 8_000, 16_000]

interface Parts {
  run: CommandRun<WatchOptions>
  desk: ParcelDesk
  feed: Pick<FeedStore, 'knownState'>
  session: ParcelSession
  folder: string
  state: string
}

/** Saves the documents of every set that reaches a state, one set after the other. */
export interface StateSaver {
  add(entries: readonly FeedEntry[]): void
  /** Resolves when all is saved, with the first failure. Never fails. */
  done(): Promise<DescribedFailure | undefined>
}

/** Makes the folder. Fails like writing there. */
export function createStateSaver(parts: Parts): StateSaver {
  const { run, desk, folder } = parts
  const { stop } = run.interruption
  const wanted = foldState(parts.state)
  // Two messages may tell of one set and state (T13); what was saved in an earlier run, the ledger knows.
  const seen = new Set<string>()
  let working: Promise<void> = Promise.resolve()
  let first: DescribedFailure | undefined
  prepareFolder(folder)
  const save = async (entry: FeedEntry): Promise<void> => {
    if (stop.aborted) return
    const failure = await saveSet(parts, entry).catch(async (thrown: unknown) =>
      stop.aborted ? undefined : await describeThrown(thrown, { log: () => Promise.resolve(desk.logger) }),
    )
    if (failure === undefined || stop.aborted) return
    first ??= failure
    run.screen.problems([{ where: nameOf(entry), message: failure.message }])
  }
  return {
    add: (entries) => {
      for (const entry of entries) {
        const { setId, state, isOutdated } = entry
        if (setId === null || state !== wanted || isOutdated || seen.has(setId)) continue
        seen.add(setId)
        working = working.then(() => save(entry))
      }
    },
    done: async () => {
      await working
      return first
    },
  }
}

/** Again and again, for as long as the service or the data folder may still come round. */
async function saveSet(parts: Parts, entry: FeedEntry): Promise<DescribedFailure | undefined> {
  const { stop } = parts.run.interruption
  for (const waitMs of WAITS_MS) {
    const ending = await trySave(parts, entry, false)
    if (ending !== 'again') return ending
    await wait(waitMs, undefined, { signal: stop })
  }
  const ending = await trySave(parts, entry, true)
  return ending === 'again' ? undefined : ending
}

async function trySave(
  { run, session, folder, feed }: Parts,
  entry: FeedEntry,
  isPatienceOver: boolean,
): Promise<DescribedFailure | undefined | 'again'> {
  const { screen, interruption } = run
  const { stop, abort } = interruption
  const rule = { folder, pattern: DEFAULT_NAME_PATTERN, docTypes: [], conflict: 'keep-both' as const }
  const known = feed.knownState(entry.setId ?? '')
  try {
    const answer = await planRule(session, { rule, entry, known, isPatienceOver }, stop)
    if ('nothingNew' in answer) {
      screen.note(`${nameOf(entry)}: nothing new to save.`)
      return undefined
    }
    if ('notYet' in answer) {
      if (!isPatienceOver) return 'again'
      throw new AppError({
        tag: 'incomplete',
        what: 'Nothing was saved of it',
        missing: answer.notYet.replace(/\.$/, ''),
      })
    }
    const result = await session.save(answer.plan, { stop, abort })
    screen.note(`${nameOf(entry)}: ${counted(result.job.saved, 'document')} saved to ${folder}.`)
    return failureOfSave(result)
  } catch (thrown) {
    if (failureOf(thrown)?.tag === 'locked' && !isPatienceOver) return 'again'
    throw thrown
  }
}

function nameOf({ parcelReference, setId }: FeedEntry): string {
  return `Set ${parcelReference ?? setId ?? ''}`
}

/** For a run that does not save. */
export const NO_SAVER: StateSaver = { add: () => undefined, done: () => Promise.resolve(undefined) }
