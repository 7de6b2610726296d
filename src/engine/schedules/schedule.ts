import { z } from 'zod'
import { CONFLICT_POLICIES } from '../../shared/model/job.ts'
import type { Environment } from '../../shared/model/connection.ts'
import { storedSelection } from '../search/selection.ts'
import { type ItemOf, column, columnsOf } from '../storage/columns.ts'
import type { PlanOptions } from '../saving/plan/save-plan.ts'

const text = z.string()

/** What a schedule saves: a search, as it was when the schedule was made, or a worklist, as it is when it runs. */
const source = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('search'), name: text.nullable(), selection: storedSelection }),
  z.object({ kind: z.literal('worklist'), name: text, worklistId: text }),
])

/** What is stored of a schedule. A field that a later version adds is optional here. */
export const storedDetails = z.object({
  /** As it was written: `parseRule` reads it. */
  rule: text,
  /** Null: the clock of the computer that runs it. */
  timeZone: text.nullable(),
  /** The saved account that it runs with; null where its account had none. */
  profile: text.nullable(),
  source,
  folder: text,
  pattern: text,
  docTypes: z.array(text),
  conflict: z.enum(CONFLICT_POLICIES),
  isOnlyNew: z.boolean(),
})

export type ScheduleDetails = z.output<typeof storedDetails>
export type ScheduleSource = z.output<typeof source>

export interface ScheduleAccount {
  baseUrl: string
  username: string
}

const RUN_STATES = ['running', 'saved', 'nothing-new', 'failed', 'interrupted'] as const

export const RUNS = columnsOf({
  runId: column.number('id'),
  scheduleId: column.text('schedule_id'),
  /** The time that it ran for, ISO; null where somebody started it. */
  dueAt: column.textOrNull('due_at'),
  /** How many times had passed unused when it ran; 0 where it ran on time. */
  missed: column.number('missed'),
  startedAt: column.text('started_at'),
  endedAt: column.textOrNull('ended_at'),
  state: column.choice('state', RUN_STATES),
  /** A sentence for the user. */
  text: column.text('text'),
  /** The job that saves for it: its own, or that of the run that it repeats. */
  jobId: column.textOrNull('job_id'),
})

/** One run. */
export type ScheduleRun = ItemOf<typeof RUNS>

export interface Schedule {
  scheduleId: string
  environment: Environment
  name: string
  account: ScheduleAccount
  /** Null where what is stored of it cannot be read: it never runs, and can only be removed. */
  details: ScheduleDetails | null
  isPaused: boolean
  createdAt: string
  /** Every time of its rule up to here has had its run, or is not wanted; ISO. */
  handledUntil: string
  /** When a run that failed is tried again; ISO. */
  retryAt: string | null
  attempts: number
  lastRun: ScheduleRun | null
}

export function planOptionsOf({ folder, pattern, docTypes, conflict, isOnlyNew }: ScheduleDetails): PlanOptions {
  return { folder, pattern, docTypes, conflict, isOnlyNew }
}
