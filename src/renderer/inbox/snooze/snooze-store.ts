import { createStore } from 'zustand/vanilla'
import { inboxStore } from '../store/inbox-store.ts'
import { snoozeTimeText, type SnoozeId, snoozeTimes } from './snooze-times.ts'

/** The entries that the dialog is open for. */
export const snoozeStore = createStore<{ readonly entryIds: readonly number[] | null }>(() => ({ entryIds: null }))

/** Asks until when the ticked entries, or else the focused one, are to be set aside. */
export function askSnooze(): void {
  const entryIds = targetIds()
  if (entryIds.length > 0) snoozeStore.setState({ entryIds })
}

export function closeSnooze(): void {
  snoozeStore.setState({ entryIds: null })
}

/** Snoozes those the dialog is open for. */
export function snoozeAsked(until: Date): void {
  const { entryIds } = snoozeStore.getState()
  closeSnooze()
  if (entryIds !== null) void inboxStore.marks.snooze(entryIds, until.toISOString(), snoozeTimeText(until))
}

/** Without asking; does nothing where that time is not offered now. */
export function snoozeUntil(id: SnoozeId): void {
  const time = snoozeTimes(new Date()).find((one) => one.id === id)
  const entryIds = targetIds()
  if (time === undefined || entryIds.length === 0) return
  void inboxStore.marks.snooze(entryIds, time.until.toISOString(), snoozeTimeText(time.until))
}

/** What is done stays done. */
function targetIds(): readonly number[] {
  return inboxStore.focus
    .targets()
    .filter(({ isDone }) => !isDone)
    .map(({ entryId }) => entryId)
}
