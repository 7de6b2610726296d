import { z } from 'zod'
import { selection } from './search-contract.ts'
import { conflictPolicy, describedFailure, id, line } from './wire.ts'

const text = z.string().nullable()
const name = z.string().trim().min(1).max(100)

const scheduleRun = z.object({
  startedAt: z.string(),
  endedAt: text,
  state: z.enum(['running', 'saved', 'nothing-new', 'failed', 'interrupted']),
  /** A sentence. */
  text: z.string(),
  /** The job in Downloads, once there is one. */
  jobId: text,
})

const schedule = z.object({
  scheduleId: id,
  name: z.string(),
  /** False where what is stored of it is damaged: it never runs, and can only be removed. */
  isReadable: z.boolean(),
  isPaused: z.boolean(),
  /** Its times as they were written. */
  rule: z.string(),
  /** Null: those of this computer. */
  timeZone: text,
  source: z.object({ kind: z.enum(['search', 'worklist']), name: z.string() }),
  /** For display, and the folder’s handle while it is among the chosen ones. */
  folder: z.string(),
  folderId: id.nullable(),
  isFolderThere: z.boolean(),
  pattern: z.string(),
  docTypes: z.array(z.string()),
  conflict: conflictPolicy,
  isOnlyNew: z.boolean(),
  /** The next three; ISO. */
  next: z.array(z.string()),
  /** When a run that failed is tried again. */
  retryAt: text,
  lastRun: scheduleRun.nullable(),
})

const source = z.discriminatedUnion('kind', [
  /** The selection as it is now, and what to call it. */
  z.strictObject({ kind: z.literal('search'), name: line, selection }),
  z.strictObject({ kind: z.literal('worklist'), worklistId: id }),
  /** What it saves already. */
  z.strictObject({ kind: z.literal('kept') }),
])

const oneSchedule = z.strictObject({ sessionId: id, scheduleId: id })

export const scheduleMethods = {
  /** Those of the account of the session, by name. */
  'schedules.list': {
    input: z.strictObject({ sessionId: id }),
    output: z.object({
      schedules: z.array(schedule),
      /** Why none runs although one is due. */
      blockedBy: text,
      /** Of this computer. */
      timeZone: z.string(),
    }),
  },
  /** What times stand for: the next three in ISO form, or why they are refused. */
  'schedules.times': {
    input: z.strictObject({ rule: line, timeZone: line.nullable() }),
    output: z.object({ next: z.array(z.string()), failure: describedFailure.nullable() }),
  },
  /**
   * Makes one, or changes the one that is named. Fails with bad-usage for times that are refused, a pattern that is invalid, a
   * name that another has, and what is not there any more.
   */
  'schedules.save': {
    input: z.strictObject({
      sessionId: id,
      scheduleId: id.nullable(),
      name,
      rule: line,
      source,
      folderId: id,
      pattern: line,
      docTypes: z.array(line).max(100),
      conflict: conflictPolicy,
      isOnlyNew: z.boolean(),
    }),
    output: z.object({ scheduleId: id }),
  },
  'schedules.pause': { input: oneSchedule.extend({ isPaused: z.boolean() }), output: z.object({}) },
  /** Begins to run it now. Fails with locked where another process saves. */
  'schedules.runNow': { input: oneSchedule, output: z.object({}) },
  'schedules.remove': { input: oneSchedule, output: z.object({}) },
} as const

export const scheduleEvents = {
  /** Of any account: made, changed, run or removed. */
  'schedules.changed': z.object({}),
} as const
