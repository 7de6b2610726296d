import { type ReactNode, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { Button } from '../../ui/actions/Button.tsx'
import { classes } from '../../ui/base/classes.ts'
import { StateChip } from '../../parcel/StateChip.tsx'
import styles from './EntryPane.module.css'
import { KIND_TITLES, kindOf, whoWords } from '../../parcel/entry-words.ts'
import type { InboxEntry } from '../store/inbox-state.ts'
import { inboxStore } from '../store/inbox-store.ts'
import { shortMoment } from '../../ui/base/words.ts'

interface EntryTimelineProps {
  readonly entry: InboxEntry
  readonly ofSet: readonly InboxEntry[]
}

/** A set’s life has few steps; a set with more is told shortly, until somebody asks. */
const SHOWN_FIRST = 12

/** What this inbox knows of the set, newest first; each goes to its entry. */
export function EntryTimeline({ entry, ofSet }: EntryTimelineProps): ReactNode {
  const [areAllShown, setAreAllShown] = useState(false)
  const all = [entry, ...ofSet.filter(({ entryId }) => entryId !== entry.entryId)].toSorted(newestFirst)
  const shown = areAllShown ? all : all.filter((one, at) => at < SHOWN_FIRST || one.entryId === entry.entryId)
  return (
    <section aria-label="History of the set" className={styles.part}>
      <h3>History of the set</h3>
      <ol className={styles.timeline}>
        {shown.map((one) => (
          <li key={one.entryId}>
            <Step entry={one} isShown={one.entryId === entry.entryId} />
          </li>
        ))}
      </ol>
      {all.length > shown.length && (
        <div>
          <Button variant="quiet" onPress={() => setAreAllShown(true)}>
            Show all {all.length.toLocaleString('en')}
          </Button>
        </div>
      )}
    </section>
  )
}

function Step({ entry, isShown }: { readonly entry: InboxEntry; readonly isShown: boolean }): ReactNode {
  const at = entry.updatedAt ?? entry.seenAt
  return (
    <AriaButton
      className={classes(styles.step, isShown && styles.shown)}
      onPress={() => inboxStore.focus.focus(entry.entryId)}
      {...(isShown ? { 'aria-current': 'true' } : {})}
    >
      <time dateTime={at}>{shortMoment(at)}</time>
      <StateChip state={entry.newStatus ?? ''} />
      <span className={styles.who}>{whoWords(entry) ?? KIND_TITLES[kindOf(entry)]}</span>
      {isShown && <span className={styles.muted}>this one</span>}
    </AriaButton>
  )
}

/** As sent, where it was said; what came late stands where it belongs. */
function newestFirst(one: InboxEntry, other: InboxEntry): number {
  const [at, otherAt] = [one.updatedAt ?? one.seenAt, other.updatedAt ?? other.seenAt]
  return Date.parse(otherAt) - Date.parse(at) || other.entryId - one.entryId
}
