import { describe, expect, it } from 'vitest'
import { countJourneys, countTests, describeCounts, sumCounts } from '../../support/count-tests.ts'

const counts = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 1, numTodoTests: 2 }
const passedFile = { status: 'passed', assertionResults: [{ status: 'passed' }] }
const failedFile = { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] }
const brokenFile = { status: 'failed', assertionResults: [] }

const report = (testResults: unknown[], more = {}): string => JSON.stringify({ ...counts, ...more, testResults })

describe('counting tests', () => {
  it('counts what was put off as skipped', () => {
    expect(countTests(report([passedFile]), true)).toEqual({ passed: 5, failed: 0, skipped: 3 })
  })

  it('counts a failed test once', () => {
    expect(countTests(report([failedFile], { numFailedTests: 1 }), false)).toMatchObject({ failed: 1 })
  })

  it('counts a file that cannot be loaded, which has no test that could fail', () => {
    expect(countTests(report([passedFile, brokenFile]), false)).toMatchObject({ passed: 5, failed: 1 })
  })

  it('counts a run that fails after its last test, as an unhandled rejection makes it', () => {
    expect(countTests(report([passedFile]), false)).toMatchObject({ failed: 1 })
  })

  it('counts a run that wrote no report as failed', () => {
    expect(countTests(undefined, false)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })
})

describe('the closing line', () => {
  it('is the sum of all steps', () => {
    const sum = sumCounts([
      { passed: 1, failed: 0, skipped: 2 },
      { passed: 10, failed: 1, skipped: 0 },
    ])
    expect(describeCounts(sum)).toBe('11 passed, 1 failed, 2 skipped')
  })
})

describe('counting journeys', () => {
  const stats = { expected: 7, unexpected: 0, flaky: 0, skipped: 1 }
  const journeys = (more: object): string => JSON.stringify({ stats: { ...stats, ...more } })

  it('counts what passed and what was put off', () => {
    expect(countJourneys(journeys({}), true)).toEqual({ passed: 7, failed: 0, skipped: 1 })
  })

  it('counts a test that passed only when repeated as failed', () => {
    expect(countJourneys(journeys({ unexpected: 1, flaky: 1 }), false)).toMatchObject({ failed: 2 })
  })

  it('counts a run that wrote no report as failed', () => {
    expect(countJourneys(undefined, false)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })
})
