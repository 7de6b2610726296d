import { z } from 'zod'
import { AppError } from '../errors/app-error.ts'
import type { Problem } from '../model/parcel-set.ts'
import { type PolicyKey, policySchema, type PolicyValues } from './policy-schema.ts'

/** Sources by rank. The environment is apart: it can only forbid, whatever the others say. */
export const POLICY_SOURCES = ['machine', 'user', 'file', 'environment'] as const

export type PolicySourceName = (typeof POLICY_SOURCES)[number]

/** Where a value comes from. */
const policyOrigin = z.object({
  source: z.enum([...POLICY_SOURCES, 'default']),
  /** A registry key, a file or a variable, to be named in a sentence; empty for a default. */
  place: z.string(),
  /** Why it could not be understood and so counts as its strictest value, as the end of a sentence. */
  flaw: z.string().optional(),
  /** Whether users cannot change it. */
  isLocked: z.boolean(),
})

export const policyOrigins = z.record(policySchema.keyof(), policyOrigin)

export type PolicyOrigin = z.output<typeof policyOrigin>

/** What an organisation has set on this computer, and what applies where it has not. */
export interface EffectivePolicy {
  values: PolicyValues
  origins: Readonly<z.output<typeof policyOrigins>>
  /** What an administrator should repair; the program works as if it were set by the strictest. */
  problems: readonly Problem[]
}

/** Who set a value, as the end of a sentence (“forbidden here by …”). */
export function setBy({ source, place, flaw }: PolicyOrigin): string {
  if (source === 'environment') return `the setting ${place} of this computer`
  if (flaw === undefined) return `your organisation, in ${place}`
  return `the policy ${place}, which cannot be read and so counts as forbidding it`
}

/** The refusal of what the organisation has forbidden or set otherwise: `what` begins the sentence, `next` says what to do. */
export function setByOrganisation(what: string, origin: PolicyOrigin, next?: string): AppError {
  const by = setBy(origin)
  return new AppError({ tag: 'set-by-organisation', what, by, ...(next === undefined ? {} : { next }) })
}

/**
 * Fails with set-by-organisation where a source has the key but it cannot be understood: nothing that a user has may take the
 * place of what the organisation wanted. `what` begins the sentence.
 */
export function assertUnderstood({ origins }: Pick<EffectivePolicy, 'origins'>, key: PolicyKey, what: string): void {
  const origin = origins[key]
  if (origin.flaw !== undefined) throw setByOrganisation(what, origin, `Ask your administrator to repair ${key} there.`)
}
