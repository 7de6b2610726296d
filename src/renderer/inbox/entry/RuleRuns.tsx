import { CircleAlert, CircleCheck, CircleDashed, Clock, Download, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { showJob } from '../../downloads/show-job.ts'
import type { InboxEntry } from '../../parcel/entry-words.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { Glyph } from '../../ui/actions/Glyph.tsx'
import base from '../../ui/base/base.module.css'
import { classes } from '../../ui/base/classes.ts'
import { shortMoment } from '../../ui/base/words.ts'
import styles from './EntryPane.module.css'

type Run = InboxEntry['ruleRuns'][number]

/** What rules did about the entry, with links to their saves. */
export function RuleRuns({ runs }: { readonly runs: readonly Run[] }): ReactNode {
  return (
    <section aria-label="Rules">
      <ul className={styles.runs}>
        {runs.map((run) => (
          <li key={`${run.ruleName} ${run.at}`}>
            <strong>{run.ruleName}</strong>
            <RuleOutcome run={run} />
            <time dateTime={run.at} className={base.aside}>
              {shortMoment(run.at)}
            </time>
            <span>{run.text}</span>
            {run.jobId !== null && <ShowJob jobId={run.jobId} ruleName={run.ruleName} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function ShowJob({ jobId, ruleName }: { readonly jobId: string; readonly ruleName: string }): ReactNode {
  return (
    <Button variant="quiet" aria-label={`Show the save of ${ruleName} in Downloads`} onPress={() => showJob(jobId)}>
      Show in Downloads
    </Button>
  )
}

interface OutcomeLabel {
  readonly word: string
  readonly icon: LucideIcon
  readonly tone?: 'success' | 'danger' | undefined
}

const OUTCOME_LABELS: Readonly<Record<Run['state'], OutcomeLabel>> = {
  waiting: { word: 'Waiting', icon: Clock },
  saving: { word: 'Saving', icon: Download },
  saved: { word: 'Saved', icon: CircleCheck, tone: 'success' },
  'nothing-new': { word: 'Nothing new', icon: CircleDashed },
  failed: { word: 'Not saved', icon: CircleAlert, tone: 'danger' },
}

/** What a rule did about an entry, in one word. */
export function RuleOutcome({ run }: { readonly run: Run }): ReactNode {
  const { word, icon, tone } = OUTCOME_LABELS[run.state]
  return (
    <span
      className={classes(styles.outcome, tone !== undefined && base[tone])}
      title={`Rule “${run.ruleName}”: ${run.text}`}
    >
      <Glyph icon={icon} size="small" /> {run.nextTryAt === null ? word : `Next try ${shortMoment(run.nextTryAt)}`}
    </span>
  )
}
