import { type ReactNode, useMemo, useState } from 'react'
import { Header, ListBoxItem, ListBoxSection } from 'react-aria-components'
import { deskStore, useDesk } from '../../client/desk-store.ts'
import { Button } from '../../ui/actions/Button.tsx'
import type { MenuPlace } from '../../ui/actions/Menu.tsx'
import base from '../../ui/base/base.module.css'
import { classes } from '../../ui/base/classes.ts'
import { countOf, dayText, displayName, shortMoment } from '../../ui/base/words.ts'
import { Boundary } from '../../ui/feedback/Boundary.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { downloadsStore } from '../downloads-store.ts'
import { belongsTo, type JobGroup, listedGroups } from '../job-groups.ts'
import { jobTitle, lastPart, progressText, settledCount } from '../job-words.ts'
import { JobBox } from './JobBox.tsx'
import styles from './JobList.module.css'
import { JobMark } from './JobMark.tsx'

/** Older jobs are shown on request. */
const SHOWN_FIRST = 50

interface JobListProps {
  readonly selectedKey: string
  /** A right click or the Menu key on a job, which is then the selected one. */
  readonly onMenu: (place: MenuPlace) => void
}

/** All jobs, unfinished first, with everything a rule saved on one day as one row. Arrow keys go from row to row. */
export function JobList({ selectedKey, onMenu }: JobListProps): ReactNode {
  const [shown, setShown] = useState(SHOWN_FIRST)
  // Only keys, as text: the list is rebuilt when a job is added or changes its group, not ten times a second.
  const open = useDesk((desk) => keysOf(listedGroups(desk).filter(({ isOpen }) => isOpen)))
  const ended = useDesk((desk) => keysOf(listedGroups(desk).filter(({ isOpen }) => !isOpen)))
  const openItems = useMemo(() => itemsOf(open), [open])
  const endedItems = useMemo(() => itemsOf(ended), [ended])
  return (
    <JobBox
      label="Saves"
      selected={selectedKey}
      onSelect={selectGroup}
      onMenu={onMenu}
      className={styles.list}
      below={
        endedItems.length > shown && (
          <Button variant="quiet" onPress={() => setShown(shown + SHOWN_FIRST)}>
            {`Show ${Math.min(SHOWN_FIRST, endedItems.length - shown)} older`}
          </Button>
        )
      }
    >
      {openItems.length > 0 && <Section title="Not finished" items={openItems} />}
      {endedItems.length > 0 && <Section title="Finished" items={endedItems.slice(0, shown)} />}
    </JobBox>
  )
}

function selectGroup(key: string): void {
  const { desk } = deskStore.getState()
  const group = desk === undefined ? undefined : listedGroups(desk).find((one) => one.key === key)
  if (group !== undefined) downloadsStore.actions.select(group.urgent.jobId)
}

interface Item {
  readonly id: string
}

function Section({ title, items }: { readonly title: string; readonly items: readonly Item[] }): ReactNode {
  return (
    <ListBoxSection>
      <Header className={classes(styles.group)}>{title}</Header>
      {items.map(({ id }) => (
        <ListBoxItem key={id} id={id} textValue={titleOfGroup(id)} className={classes(styles.job)}>
          <Boundary watched={id} renderFailure={() => <span>This save cannot be shown.</span>}>
            <JobRow groupKey={id} />
          </Boundary>
        </ListBoxItem>
      ))}
    </ListBoxSection>
  )
}

function JobRow({ groupKey }: { readonly groupKey: string }): ReactNode {
  const group = useDesk((desk) => listedGroups(desk).find(({ key }) => key === groupKey))
  const isOwn = useDesk(({ session }) => group !== undefined && session !== null && belongsTo(session, group.total))
  if (group === undefined) return null
  const { ruleName, sets, urgent, total, isUnderWay } = group
  return (
    <>
      <span className={classes(styles.title, base.ellipsis)}>
        <bdi>{ruleName === null ? jobTitle(total) : displayName(ruleName)}</bdi>
      </span>
      <span className={styles.line}>
        <JobMark job={{ ...urgent, failed: total.failed }} />
        <span className={base.muted}>
          {ruleName === null ? shortMoment(total.createdAt) : dayText(total.createdAt)}
        </span>
      </span>
      <span className={styles.line}>
        <span className={base.ellipsis} title={total.folder}>
          {lastPart(total.folder)}
        </span>
        <span className={base.muted}>
          {ruleName === null ? countOf(total.planned, 'document') : countOf(sets, 'set')}
        </span>
      </span>
      {!isOwn && <span className={base.muted}>{`By ${total.username} at ${new URL(total.baseUrl).host}`}</span>}
      {isUnderWay && (
        <ProgressBar
          isBare
          label="Progress"
          done={settledCount(total)}
          total={total.planned}
          text={progressText(total)}
        />
      )}
    </>
  )
}

/** For type-ahead; asked for when rows are made, not when they are drawn. */
function titleOfGroup(key: string): string {
  const { desk } = deskStore.getState()
  const group = desk === undefined ? undefined : listedGroups(desk).find((one) => one.key === key)
  if (group === undefined) return key
  return group.ruleName === null ? jobTitle(group.total) : displayName(group.ruleName)
}

function keysOf(groups: readonly JobGroup[]): string {
  return groups.map(({ key }) => key).join('\n')
}

function itemsOf(keys: string): Item[] {
  return keys === '' ? [] : keys.split('\n').map((id) => ({ id }))
}
