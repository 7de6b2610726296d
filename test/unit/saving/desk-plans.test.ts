import { describe, expect, it } from 'vitest'
import type { SavePlan } from '../../../src/main/core/parcel-desk.ts'
import { createDeskPlans } from '../../../src/main/saving/desk-plans.ts'

const plan: SavePlan = {
  ...{ folder: '/archive', conflict: 'keep-both', documents: [], isComplete: true, requests: 0 },
  ...{ freeBytes: null, likelyBytes: 0, problems: [], docTypes: [] },
}

describe('the plan that the page looks at', () => {
  it('is dropped when another is begun, so that never two are held', () => {
    const plans = createDeskPlans()
    const { planId } = plans.add({ sessionId: 'a', folderId: 'f', plan })
    expect(plans.find(planId).plan).toBe(plan)
    plans.begin('a')
    expect(() => plans.find(planId)).toThrow('This plan is not there any more.')
  })

  it('ends with its session, made or being made, and not with another', () => {
    const plans = createDeskPlans()
    const { planId } = plans.add({ sessionId: 'a', folderId: 'f', plan })
    plans.endSession('b')
    expect(plans.find(planId).plan).toBe(plan)
    plans.endSession('a')
    expect(() => plans.find(planId)).toThrow('This plan is not there any more.')
    const signal = plans.begin('a')
    plans.endSession('b')
    expect(signal.aborted).toBe(false)
    plans.endSession('a')
    expect(signal.aborted).toBe(true)
  })
})
