import { type ReactNode, useMemo, useState } from 'react'
import { Header, ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components'
import { countOf } from '../saving/count-of.ts'
import { useDesk } from '../state/use-desk.ts'
import { Boundary } from '../ui/Boundary.tsx'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { downloadsStore } from './downloads-store.ts'
import { isUnderWay, type Job, lastPart, progressText, settledOf, timeText } from './job-words.ts'
import { isOf, isOpen, jobsHere } from './jobs-here.ts'
import styles from './JobList.module.css'
import { JobMark } from './JobMark.tsx'

/** Older jobs are history: there on request. */
const SHOWN_FIRST = 50

/** All jobs, those that are not finished first, each group newest first. Arrow keys go from job to job. */
export function JobList({ selected }: { readonly selected: string }): ReactNode {
  const [shown, setShown] = useState(SHOWN_FIRST)
  // Ids alone, as text: the list itself is built anew only when a job comes or changes its group, not ten times a second.
  const open = useDesk((desk) => idsOf(jobsHere(desk).filter(isOpen)))
  const ended = useDesk((desk) => idsOf(jobsHere(desk).filter((job) => !isOpen(job))))
  const openItems = useMemo(() => itemsOf(open), [open])
  const endedItems = useMemo(() => itemsOf(ended), [ended])
  return (
    <div className={styles.list}>
      <ListBox
        aria-label="Saves"
        selectionMode="single"
        selectionBehavior="replace"
        disallowEmptySelection
        selectedKeys={[selected]}
        onSelectionChange={(keys) => {
          const [id] = keys === 'all' ? [] : [...keys]
          if (typeof id === 'string') downloadsStore.actions.select(id)
        }}
        className={classes(styles.box)}
      >
        {openItems.length > 0 && <Section title="Not finished" items={openItems} />}
        {endedItems.length > 0 && <Section title="Finished" items={endedItems.slice(0, shown)} />}
      </ListBox>
      {endedItems.length > shown && (
        <Button variant="quiet" onPress={() => setShown(shown + SHOWN_FIRST)}>
          {`Show ${Math.min(SHOWN_FIRST, endedItems.length - shown)} older`}
        </Button>
      )}
    </div>
  )
}

interface Item {
  readonly id: string
}

function Section({ title, items }: { readonly title: string; readonly items: readonly Item[] }): ReactNode {
  return (
    <ListBoxSection>
      <Header className={classes(styles.group)}>{title}</Header>
      {items.map(({ id }) => (
        <ListBoxItem key={id} id={id} textValue={id} className={classes(styles.job)}>
          <Boundary watched={id} renderFailure={() => <span>This save cannot be shown.</span>}>
            <JobRow jobId={id} />
          </Boundary>
        </ListBoxItem>
      ))}
    </ListBoxSection>
  )
}

function JobRow({ jobId }: { readonly jobId: string }): ReactNode {
  const job = useDesk(({ jobs }) => jobs.find((one) => one.jobId === jobId))
  const isOwn = useDesk(({ session }) => job !== undefined && session !== null && isOf(session, job))
  if (job === undefined) return null
  return (
    <>
      <span className={styles.line}>
        <JobMark job={job} />
        <span className={styles.time}>{timeText(job.createdAt)}</span>
      </span>
      <span className={styles.line}>
        <span className={styles.folder} title={job.folder}>
          {lastPart(job.folder)}
        </span>
        <span className={styles.time}>{countOf(job.planned, 'document')}</span>
      </span>
      {!isOwn && <span className={styles.time}>{`By ${job.username} at ${new URL(job.baseUrl).host}`}</span>}
      {isUnderWay(job) && (
        <ProgressBar isBare label="Progress" done={settledOf(job)} total={job.planned} text={progressText(job)} />
      )}
    </>
  )
}

function idsOf(jobs: readonly Job[]): string {
  return jobs.map(({ jobId }) => jobId).join('\n')
}

function itemsOf(ids: string): Item[] {
  return ids === '' ? [] : ids.split('\n').map((id) => ({ id }))
}
