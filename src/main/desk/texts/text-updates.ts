import { ignoring } from '../../../shared/errors/ignoring.ts'
import type { Payload } from '../../../shared/contract/contract.ts'
import { ENVIRONMENTS } from '../../../shared/model/connection.ts'
import { coalesce } from '../../../engine/base/async.ts'
import type { ParcelDesk } from '../../../engine/parcel-desk.ts'
import type { ClockPort } from '../../../engine/ports/clock.ts'
import type { EventHub } from '../event-hub.ts'
import type { SearchRuns } from '../search/search-runs.ts'

interface TextUpdatesOptions {
  engine: Pick<ParcelDesk, 'texts' | 'logger'>
  events: Pick<EventHub, 'listen' | 'emit'>
  clock: ClockPort
  runs: Pick<SearchRuns, 'list'>
  /** Whether the user has it on. */
  isWanted: () => boolean
}

export interface TextUpdates {
  start(): void
  /** Resolves once nothing is read any more. */
  stop(): Promise<void>
}

/** The desk first starts, signs in and shows what it has. */
const BEFORE_FIRST_MS = 15_000
const WHILE_BUSY_MS = 1_000

const AT_WORK = new Set<Payload<'jobs.changed'>['state']>(['running', 'pausing', 'cancelling'])

/** Reads what was saved after each save, forgets it once that is undone, and reads what earlier starts left; never while a save or a search runs. */
export function createTextUpdates({ engine, events, clock, runs, isWanted }: TextUpdatesOptions): TextUpdates {
  const stopping = new AbortController()
  const saving = new Set<string>()
  let turnedOff = new AbortController()
  const isBusy = (): boolean => saving.size > 0 || runs.list().some(({ progress }) => progress.state === 'running')
  const updates = coalesce(
    async () => {
      const signal = AbortSignal.any([stopping.signal, turnedOff.signal])
      const mayRead = async (): Promise<void> => {
        while (isBusy() && !signal.aborted)
          await clock.wait(WHILE_BUSY_MS, signal).catch(ignoring('being stopped ends the wait'))
      }
      const tell = (): void => events.emit('texts.changed', {}, 'texts')
      for (const environment of ENVIRONMENTS) {
        if (isWanted() && !signal.aborted) await engine.texts(environment).update({ mayRead, onRead: tell, signal })
      }
      // What was forgotten has no reading.
      tell()
    },
    (thrown) => engine.logger.warn('texts.not-updated', { thrown }),
  )
  const follow = ({ jobId, state, isUndoBegun }: Payload<'jobs.changed'>): void => {
    if (AT_WORK.has(state)) saving.add(jobId)
    else {
      saving.delete(jobId)
      // A short job is never seen at work; one that is being undone tells of each step.
      if (!isUndoBegun) void updates.run()
    }
  }
  const turn = (isOn: boolean): void => {
    if (isOn === !turnedOff.signal.aborted) return
    if (!isOn) return turnedOff.abort()
    turnedOff = new AbortController()
    void updates.run()
  }
  return {
    start: () => {
      if (!isWanted()) turnedOff.abort()
      const unfollow = events.listen(({ name, payload }) => {
        if (name === 'jobs.changed') follow(payload)
        if (name === 'settings.changed') turn(payload.indexesTexts)
      })
      stopping.signal.addEventListener('abort', unfollow)
      void clock.wait(BEFORE_FIRST_MS, stopping.signal).then(updates.run, () => undefined)
    },
    stop: async () => {
      stopping.abort()
      await updates.done()
    },
  }
}
