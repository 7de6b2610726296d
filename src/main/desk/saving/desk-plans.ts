import { randomUUID } from 'node:crypto'
import { badUsage } from '../../../shared/errors/app-error.ts'
import type { SavePlan } from '../../../engine/parcel-desk.ts'

/** A dialog shows one; more are those of dialogs that were closed in a hurry. Each may hold a hundred thousand documents. */
const MOST_PLANS = 4

export interface DeskPlan {
  planId: string
  sessionId: string
  folderId: string
  plan: SavePlan
}

export interface DeskPlans {
  add(made: Omit<DeskPlan, 'planId'>): DeskPlan
  /** Fails with bad-usage where it was discarded or carried out. */
  find(planId: string): DeskPlan
  discard(planId: string): void
}

/** The plans that the page looks at, in memory: a plan is worth nothing once the service or the folder has changed. */
export function createDeskPlans(): DeskPlans {
  const plans = new Map<string, DeskPlan>()
  return {
    add: (made) => {
      const [oldest] = plans.keys()
      if (plans.size >= MOST_PLANS && oldest !== undefined) plans.delete(oldest)
      const added = { planId: randomUUID(), ...made }
      plans.set(added.planId, added)
      return added
    },
    find: (planId) => {
      const plan = plans.get(planId)
      if (plan === undefined) throw badUsage('This plan is not there any more.', 'Open “Save” once more.')
      return plan
    },
    discard: (planId) => {
      plans.delete(planId)
    },
  }
}
