import { createStore } from 'zustand/vanilla'
import type { Input, Output } from '../../shared/contract/contract.ts'
import { call } from './desk-client.ts'
import { currentSessionId } from './desk-store.ts'
import { toastIfFailed } from './notify.ts'
import type { PageRoom } from './page-room.ts'
import { goToSection } from './go-to-section.ts'

export type Schedule = Output<'schedules.list'>['schedules'][number]
export type ScheduleSource = Input<'schedules.save'>['source']

/** What the dialog starts with. */
export interface ScheduleDraft {
  /** Undefined for a new one. */
  readonly schedule: Schedule | undefined
  /** Chosen where the dialog was opened from, with its name. */
  readonly given: { readonly name: string; readonly source: ScheduleSource } | undefined
}

interface SchedulesState {
  readonly schedules: readonly Schedule[]
  /** Why none runs although one is due. */
  readonly blockedBy: string | null
  readonly timeZone: string
  /** Undefined while the dialog is closed. */
  readonly draft: ScheduleDraft | undefined
}

/** The schedules of the account, as the main process has them. */
export const schedulesStore = createStore<SchedulesState>()(() => ({
  schedules: [],
  blockedBy: null,
  timeZone: '',
  draft: undefined,
}))

const read = (): void => void readSchedules()

/** Read again after a sign-in, and whenever one has changed. */
export const schedulesRoom: PageRoom = {
  enter: read,
  resume: read,
  onEvent: ({ name }) => {
    if (name === 'schedules.changed') read()
  },
}

async function readSchedules(): Promise<void> {
  const sessionId = currentSessionId()
  if (sessionId === undefined) return
  try {
    const found = await call('schedules.list', { sessionId })
    if (currentSessionId() === sessionId) schedulesStore.setState(found)
  } catch {
    // The next change, or the next sign-in, reads them again; what is shown is what was known last.
  }
}

/** Opens the dialog, in the settings, from anywhere. */
export function openSchedule(draft: Partial<ScheduleDraft> = {}): void {
  schedulesStore.setState({ draft: { schedule: draft.schedule, given: draft.given } })
  goToSection('automatic')
}

export function closeSchedule(): void {
  schedulesStore.setState({ draft: undefined })
}

/** Runs it once; a failure is a toast. */
export async function runSchedule({ scheduleId }: Schedule): Promise<void> {
  const sessionId = currentSessionId()
  if (sessionId !== undefined) await toastIfFailed(call('schedules.runNow', { sessionId, scheduleId }))
}

/** Rejects with DeskFailure. */
export async function removeSchedule({ scheduleId }: Schedule): Promise<void> {
  const sessionId = currentSessionId()
  if (sessionId !== undefined) await call('schedules.remove', { sessionId, scheduleId })
}

/** Lets it run at its times, or not. */
export async function pauseSchedule({ scheduleId }: Schedule, isPaused: boolean): Promise<void> {
  const sessionId = currentSessionId()
  if (sessionId !== undefined) await toastIfFailed(call('schedules.pause', { sessionId, scheduleId, isPaused }))
}
