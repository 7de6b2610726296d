import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { Button } from '../ui/actions/Button.tsx'
import base from '../ui/base/base.module.css'
import { countOf } from '../ui/base/words.ts'
import { TextField } from '../ui/fields/TextField.tsx'
import { Dialog } from '../ui/layout/Dialog.tsx'
import { inboxStore } from './store/inbox-store.ts'
import { snoozeTimes, snoozeTimeText, typedTime } from './snooze-times.ts'
import styles from './SnoozeDialog.module.css'

/** Until when entries are set aside: usual times, or any. */
export function SnoozeDialog(): ReactNode {
  const entryIds = useStore(snoozeStore, (state) => state.entryIds)
  if (entryIds === null) return null
  return (
    <Dialog title={`Snooze ${countOf(entryIds.length, 'entry', 'entries')} until`} size="small" onClose={closeSnooze}>
      <Times />
    </Dialog>
  )
}

function Times(): ReactNode {
  const [now] = useState(() => new Date())
  const times = snoozeTimes(now)
  const tomorrow = times.find(({ id }) => id === 'tomorrow')?.until ?? now
  const [typed, setTyped] = useState(() => fieldText(tomorrow))
  const [error, setError] = useState<string>()
  const take = (): void => {
    const time = typedTime(typed, new Date())
    if ('until' in time) snoozeAsked(time.until)
    else setError(time.error)
  }
  return (
    <div className={styles.times}>
      {times.map(({ id, title, until }, place) => (
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the usual answer to the question that the dialog asks
        <Button key={id} autoFocus={place === 0} onPress={() => snoozeAsked(until)}>
          <span className={styles.time}>
            <span>{title}</span>
            <span className={base.aside}>{snoozeTimeText(until)}</span>
          </span>
        </Button>
      ))}
      <form
        className={styles.chosen}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          take()
        }}
      >
        <TextField
          label="Another time"
          type="datetime-local"
          value={typed}
          error={error}
          onChange={(text) => {
            setTyped(text)
            setError(undefined)
          }}
        />
        <Button type="submit">Snooze until this time</Button>
      </form>
      <p className={base.aside}>
        Until then they are only under Snoozed. They come back unread, on top, also after a restart.
      </p>
    </div>
  )
}

/** As a date-and-time field wants it, on this computer’s clock. */
function fieldText(time: Date): string {
  const two = (number: number): string => String(number).padStart(2, '0')
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-')
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}`
}

/** The entries that the dialog is open for. */
const snoozeStore = createStore<{ readonly entryIds: readonly number[] | null }>(() => ({ entryIds: null }))

/** Asks until when the ticked entries, or else the focused one, are to be set aside. */
export function askSnooze(): void {
  // What is done stays done.
  const entryIds = inboxStore.focus.targets().flatMap(({ isDone, entryId }) => (isDone ? [] : entryId))
  if (entryIds.length > 0) snoozeStore.setState({ entryIds })
}

function closeSnooze(): void {
  snoozeStore.setState({ entryIds: null })
}

/** Snoozes those the dialog is open for. */
function snoozeAsked(until: Date): void {
  const { entryIds } = snoozeStore.getState()
  closeSnooze()
  if (entryIds !== null) void inboxStore.marks.snooze(entryIds, until.toISOString(), snoozeTimeText(until))
}
