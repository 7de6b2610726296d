import {
  Ban,
  CircleCheck,
  CirclePause,
  Clock,
  Download,
  type LucideIcon,
  OctagonAlert,
  PlugZap,
  TriangleAlert,
  Undo2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Glyph } from '../../ui/actions/Glyph.tsx'
import base from '../../ui/base/base.module.css'
import { classes } from '../../ui/base/classes.ts'
import { type Job, type JobStatus, jobStatus, jobStateWords } from '../job-words.ts'
import styles from './JobMark.module.css'

const STATUS_ICONS: Readonly<Record<JobStatus, readonly [LucideIcon, 'muted' | 'accent' | 'success' | 'danger']>> = {
  waiting: [Clock, 'muted'],
  away: [PlugZap, 'danger'],
  running: [Download, 'accent'],
  pausing: [CirclePause, 'muted'],
  cancelling: [Ban, 'muted'],
  paused: [CirclePause, 'muted'],
  stopped: [OctagonAlert, 'danger'],
  'not-all': [TriangleAlert, 'danger'],
  done: [CircleCheck, 'success'],
  cancelled: [Ban, 'muted'],
  undoing: [Undo2, 'accent'],
  undone: [Undo2, 'muted'],
  'partly-undone': [Undo2, 'muted'],
}

/** The status of a job as icon, word and colour together. */
export function JobMark({ job }: { readonly job: Job }): ReactNode {
  const [icon, tone] = STATUS_ICONS[jobStatus(job)]
  return (
    <span className={classes(styles.mark, base[tone])}>
      <Glyph icon={icon} size="small" />
      {jobStateWords(job)}
    </span>
  )
}
