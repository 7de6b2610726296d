import { CircleAlert, CircleCheck, CircleDashed, Clock, Download, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { InboxEntry } from '../../parcel/entry-words.ts'
import { Glyph } from '../../ui/actions/Glyph.tsx'
import { classes } from '../../ui/base/classes.ts'
import { shortMoment } from '../../ui/base/words.ts'
import styles from './RuleOutcome.module.css'

type RuleRun = InboxEntry['ruleRuns'][number]

interface OutcomeLabel {
  readonly word: string
  readonly icon: LucideIcon
  readonly tone?: 'good' | 'bad' | undefined
}

const OUTCOME_LABELS: Readonly<Record<RuleRun['state'], OutcomeLabel>> = {
  waiting: { word: 'Waiting', icon: Clock },
  saving: { word: 'Saving', icon: Download },
  saved: { word: 'Saved', icon: CircleCheck, tone: 'good' },
  'nothing-new': { word: 'Nothing new', icon: CircleDashed },
  failed: { word: 'Not saved', icon: CircleAlert, tone: 'bad' },
}

/** What a rule did about an entry, in one word. */
export function RuleOutcome({ run }: { readonly run: RuleRun }): ReactNode {
  const { word, icon, tone } = OUTCOME_LABELS[run.state]
  return (
    <span
      className={classes(styles.outcome, tone !== undefined && styles[tone])}
      title={`Rule “${run.ruleName}”: ${run.text}`}
    >
      <Glyph icon={icon} size="small" /> {run.nextTryAt === null ? word : `Next try ${shortMoment(run.nextTryAt)}`}
    </span>
  )
}
