import { describe, expect, it } from 'vitest'
import { createLogger } from '../../../../src/engine/base/logger.ts'
import { afterFailure } from '../../../../src/engine/rules/execute-run.ts'
import type { RuleRun } from '../../../../src/engine/rules/rule-runs.ts'
import { createManualClock } from '../../../support/manual-clock.ts'

const run: RuleRun = {
  runId: 1,
  ruleId: 'rule',
  entryId: 1,
  ruleName: 'Held titles',
  state: 'waiting',
  at: '2026-11-20T06:30:00.000Z',
  text: 'About to be saved.',
  note: null,
  jobId: null,
  attempts: 0,
  nextTryAt: null,
}

describe('a run whose service fails', () => {
  it.each([
    ['after the usual wait', undefined, 5_000],
    ['after the usual wait where the service asks for less', 1_000, 5_000],
    ['not before the time that the service asks for (T33)', 3_600_000, 3_600_000],
  ])('is tried again %s', (_when, retryAfterMs, waitMs) => {
    const context = { clock: createManualClock(), logger: createLogger({ write: () => undefined }) }
    const failure = { tag: 'service-failing', endpoint: 'the search', status: 503 } as const
    const { nextTryAt } = afterFailure(context, run, {
      ...failure,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    })
    expect(Date.parse(nextTryAt ?? '') - context.clock.now().getTime()).toBe(waitMs)
  })
})
