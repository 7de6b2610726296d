import { randomUUID } from 'node:crypto'
import { badUsage } from '../../shared/errors/app-error.ts'
import type { SavePlan } from '../core/parcel-desk.ts'

export interface DeskPlan {
  planId: string
  sessionId: string
  folderId: string
  plan: SavePlan
}

export interface DeskPlans {
  /**
   * The signal of a plan that is about to be made. What was being made is given up and what there is is dropped: each may hold
   * a hundred thousand documents, and the dialog shows one (D-C12).
   */
  begin(sessionId: string): AbortSignal
  add(made: Omit<DeskPlan, 'planId'>): DeskPlan
  /** Fails with bad-usage where it was discarded or carried out, or another was begun since. */
  find(planId: string): DeskPlan
  discard(planId: string): void
  /** Gives up what is being made. */
  giveUp(): void
  /** Drops what belongs to a session, made or being made. */
  endSession(sessionId: string): void
}

/** The plan that the page looks at, in memory: a plan is worth nothing once the service or the folder has changed. */
export function createDeskPlans(): DeskPlans {
  let kept: DeskPlan | undefined
  let underWay: { sessionId: string; control: AbortController } | undefined
  const giveUp = (): void => {
    underWay?.control.abort()
    underWay = undefined
  }
  return {
    begin: (sessionId) => {
      giveUp()
      kept = undefined
      const control = new AbortController()
      underWay = { sessionId, control }
      return control.signal
    },
    add: (made) => {
      underWay = undefined
      kept = { planId: randomUUID(), ...made }
      return kept
    },
    find: (planId) => {
      if (kept?.planId !== planId) throw badUsage('This plan is not there any more.', 'Open “Save” once more.')
      return kept
    },
    discard: (planId) => {
      if (kept?.planId === planId) kept = undefined
    },
    giveUp,
    endSession: (sessionId) => {
      if (underWay?.sessionId === sessionId) giveUp()
      if (kept?.sessionId === sessionId) kept = undefined
    },
  }
}
