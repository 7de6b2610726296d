import { type ReactNode, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { KIND_TITLES, kindOf, actorText, type InboxEntry } from '../../parcel/entry-words.ts'
import { StateChip } from '../../parcel/StateChip.tsx'
import { Button } from '../../ui/actions/Button.tsx'
import { classes } from '../../ui/base/classes.ts'
import { Foreign } from '../../ui/base/Foreign.tsx'
import { numberText, shortMoment } from '../../ui/base/words.ts'
import { inboxStore } from '../store/inbox-store.ts'
import styles from './EntryPane.module.css'

interface EntryTimelineProps {
  readonly entry: InboxEntry
  readonly ofSet: readonly InboxEntry[]
}

/** Most sets have fewer steps; longer histories are shortened at first. */
const SHOWN_FIRST = 12

/** What this inbox knows of the set, newest first; each step leads to its entry. */
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
            Show all {numberText(all.length)}
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
      <span className={styles.who}>
        <Foreign text={actorText(entry) ?? KIND_TITLES[kindOf(entry)]} />
      </span>
      {isShown && <span className={styles.muted}>this one</span>}
    </AriaButton>
  )
}

/** By the time of sending, if known, so that late entries stand where they belong. */
function newestFirst(one: InboxEntry, other: InboxEntry): number {
  const [at, otherAt] = [one.updatedAt ?? one.seenAt, other.updatedAt ?? other.seenAt]
  return Date.parse(otherAt) - Date.parse(at) || other.entryId - one.entryId
}
