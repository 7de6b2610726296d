import { type ReactNode, useState } from 'react'
import { ListBoxItem } from 'react-aria-components'
import { Button } from '../../ui/actions/Button.tsx'
import type { MenuPlace } from '../../ui/actions/Menu.tsx'
import base from '../../ui/base/base.module.css'
import { classes } from '../../ui/base/classes.ts'
import { Foreign } from '../../ui/base/Foreign.tsx'
import { countOf, dayText, displayName, timeText } from '../../ui/base/words.ts'
import { Boundary } from '../../ui/feedback/Boundary.tsx'
import { downloadsStore } from '../downloads-store.ts'
import { type JobGroup, isUnfinished } from '../job-groups.ts'
import type { Job } from '../job-words.ts'
import { JobBox } from './JobBox.tsx'
import styles from './JobList.module.css'
import { JobMark } from './JobMark.tsx'

/** More are shown on request. */
const SHOWN_FIRST = 50

interface RuleJobsProps {
  readonly group: JobGroup
  /** The id of the selected job. */
  readonly selected: string
  /** A right click or the Menu key on one of them, which is then the selected one. */
  readonly onMenu: (place: MenuPlace) => void
}

/** What one rule saved on one day, parcel by parcel, unfinished first. */
export function RuleJobs({ group, selected, onMenu }: RuleJobsProps): ReactNode {
  const [shown, setShown] = useState(SHOWN_FIRST)
  const { ruleName, sets, total, jobs } = group
  const all = [...jobs.filter(isUnfinished), ...jobs.filter((job) => !isUnfinished(job))]
  const { select } = downloadsStore.actions
  return (
    <section aria-label="Saves of a rule" className={styles.rule}>
      <header className={styles.ruleHead}>
        <h2>
          <Foreign text={ruleName} />
        </h2>
        <p className={base.muted}>
          {`Rule, ${dayText(total.createdAt)}: ${countOf(sets, 'set')}, ${countOf(total.planned, 'document')}`}
        </p>
      </header>
      <JobBox label="Parcels of the rule" selected={selected} onSelect={select} onMenu={onMenu}>
        {all.slice(0, shown).map((job) => (
          <ListBoxItem
            key={job.jobId}
            id={job.jobId}
            textValue={displayName(job.rule?.parcel ?? null)}
            className={classes(styles.job)}
          >
            <Boundary watched={job} renderFailure={() => <span>This save cannot be shown.</span>}>
              <ParcelRow job={job} />
            </Boundary>
          </ListBoxItem>
        ))}
      </JobBox>
      {all.length > shown && (
        <Button variant="quiet" onPress={() => setShown(shown + SHOWN_FIRST)}>
          {`Show ${Math.min(SHOWN_FIRST, all.length - shown)} more`}
        </Button>
      )}
    </section>
  )
}

function ParcelRow({ job }: { readonly job: Job }): ReactNode {
  return (
    <span className={styles.line}>
      <span className={base.ellipsis}>
        <Foreign text={job.rule?.parcel ?? null} />
      </span>
      <JobMark job={job} />
      <span className={base.muted}>{countOf(job.planned, 'document')}</span>
      <span className={base.muted}>{timeText(job.createdAt)}</span>
    </span>
  )
}
