import { z } from 'zod'

/** What a job saves, in names. Stored with the job, so that its history tells it. */
export const jobSubject = z.object({
  /** The names of the first customers, at most three. */
  customers: z.array(z.string()),
  customerCount: z.int(),
  sets: z.int(),
  /** The reference of the only parcel, else of its shipment; null for several, or where the service gave neither. */
  parcel: z.string().nullable(),
  /** The list of references that it was made from, whose name is null where it has none; null where it was not made from one. */
  worklist: z.object({ name: z.string().nullable(), references: z.int() }).nullable(),
})
export type JobSubject = z.infer<typeof jobSubject>

/** The rule that made a job, as it was then; stored with the job, which saves one set. */
export const ruleOfJob = z.object({
  ruleId: z.string(),
  name: z.string(),
  setId: z.string(),
  /** The parcel's reference, else the shipment's; null where the service gave neither. */
  parcel: z.string().nullable(),
})
export type RuleOfJob = z.infer<typeof ruleOfJob>
