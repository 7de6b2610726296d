import { Files } from 'lucide-react'
import type { ReactNode } from 'react'
import { Foreign } from '../../ui/base/Foreign.tsx'
import { CommandButton } from '../../commands/CommandButton.tsx'
import type { Output } from '../../../shared/contract/contract.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Button } from '../../ui/actions/Button.tsx'
import { classes } from '../../ui/base/classes.ts'
import { StateChip } from '../../parcel/StateChip.tsx'
import { EntryFacts } from './EntryFacts.tsx'
import styles from './EntryPane.module.css'
import { EntryTimeline } from './EntryTimeline.tsx'
import { customerWords, KIND_TITLES, kindOf } from '../../parcel/entry-words.ts'
import type { InboxEntry } from '../store/inbox-state.ts'
import { RawMessage } from './RawMessage.tsx'
import { RuleRuns } from './RuleRuns.tsx'

interface EntryDetailProps {
  readonly view: Output<'inbox.read'>
  readonly onOpenSet: () => void
}

/** All that is known of one entry. */
export function EntryDetail({ view, onOpenSet }: EntryDetailProps): ReactNode {
  const { entry, raw, ofSet } = view
  return (
    <article aria-label="Entry" className={styles.detail}>
      <Heading entry={entry} />
      <div className={styles.actions}>
        {entry.setId !== null && (
          <Button variant="primary" icon={Files} shortcut="Enter" onPress={onOpenSet}>
            Open set
          </Button>
        )}
        <CommandButton id="inbox.done" variant="plain" />
        <CommandButton id="inbox.flag" variant="plain" />
        <CommandButton id="inbox.unread" variant="plain" />
      </div>
      <Remarks entry={entry} />
      {entry.ruleRuns.length > 0 && <RuleRuns runs={entry.ruleRuns} />}
      <EntryFacts entry={entry} />
      {entry.setId !== null && <EntryTimeline entry={entry} ofSet={ofSet} />}
      <RawMessage entry={entry} raw={raw} />
    </article>
  )
}

function Heading({ entry }: { readonly entry: InboxEntry }): ReactNode {
  const { parcelReference, shipmentRef, newStatus, isReadable } = entry
  return (
    <header className={styles.header}>
      <h2 className={classes(styles.refs, isReadable && styles.references)}>
        {isReadable ? <Foreign text={parcelReference} /> : 'Message that could not be read'}
        {shipmentRef !== null && (
          <span className={styles.shipment}>
            <Foreign text={shipmentRef} />
          </span>
        )}
      </h2>
      <p className={styles.state}>
        {isReadable && <StateChip state={newStatus ?? ''} isStrong />}
        <span>{KIND_TITLES[kindOf(entry)]}</span>
        <span className={styles.muted}>
          {isReadable && <Foreign text={customerWords(entry) ?? 'customer not said'} />}
        </span>
      </p>
    </header>
  )
}

/** What must not be overlooked. */
function Remarks({ entry }: { readonly entry: InboxEntry }): ReactNode {
  const { isReadable, reason, isOutdated, source } = entry
  return (
    <>
      {!isReadable && (
        <Banner tone="warning" title={reason ?? 'The message could not be read.'}>
          It is kept as it came, below. Nothing of it was acted upon.
        </Banner>
      )}
      {isOutdated && (
        <Banner tone="info" title="A newer state of this set was known when this came">
          The set’s state was not taken back.
        </Banner>
      )}
      {isReadable && source === 'check' && (
        <p className={styles.muted}>
          No message told of this change: a check by searching found it. Who did it, and when exactly, was not said.
        </p>
      )}
    </>
  )
}
