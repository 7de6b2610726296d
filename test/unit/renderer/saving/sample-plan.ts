import type { PlanSummary } from '../../../../src/renderer/saving/plan/plan-words.ts'

export function samplePlan(more: Partial<PlanSummary> = {}): PlanSummary {
  return {
    planId: 'plan',
    folder: { folderId: 'folder', path: '/archive', isThere: true, hasManifest: false },
    documents: 2,
    skipped: 0,
    folders: 1,
    collisions: 0,
    requests: 2,
    docTypes: [],
    freeBytes: 1e9,
    actions: { save: 2, compare: 0, replace: 0, leave: 0, unchanged: 0, 'too-long': 0 },
    likelyBytes: 40_000,
    alsoSaving: [],
    isComplete: true,
    problems: [],
    commandLine: '',
    ...more,
  }
}
