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
import { classes } from '../../ui/base/classes.ts'
import { type Job, type JobStatus, jobStatus, jobStateWords } from '../job-words.ts'
import styles from './JobMark.module.css'

const STATUS_ICONS: Readonly<Record<JobStatus, readonly [LucideIcon, 'calm' | 'busy' | 'good' | 'bad']>> = {
  waiting: [Clock, 'calm'],
  away: [PlugZap, 'bad'],
  running: [Download, 'busy'],
  pausing: [CirclePause, 'calm'],
  cancelling: [Ban, 'calm'],
  paused: [CirclePause, 'calm'],
  stopped: [OctagonAlert, 'bad'],
  'not-all': [TriangleAlert, 'bad'],
  done: [CircleCheck, 'good'],
  cancelled: [Ban, 'calm'],
  undoing: [Undo2, 'busy'],
  undone: [Undo2, 'calm'],
  'partly-undone': [Undo2, 'calm'],
}

/** The status of a job as icon, word and colour together. */
export function JobMark({ job }: { readonly job: Job }): ReactNode {
  const [icon, tone] = STATUS_ICONS[jobStatus(job)]
  return (
    <span className={classes(styles.mark, styles[tone])}>
      <Glyph icon={icon} size="small" />
      {jobStateWords(job)}
    </span>
  )
}
