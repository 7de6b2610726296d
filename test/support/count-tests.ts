import { z } from 'zod'

export interface Counts {
  passed: number
  failed: number
  skipped: number
}

const reportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) })),
})

/**
 * Counts a report of vitest (`--reporter=json`), undefined where none was written. A file that could not be loaded has
 * no tests that could fail, and a run may fail after its last test: each counts as one failure, so that neither is lost.
 */
export function countTests(report: string | undefined, succeeded: boolean): Counts {
  const read = report === undefined ? undefined : reportSchema.parse(JSON.parse(report))
  const brokenFiles = read?.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  )
  const failed = (read?.numFailedTests ?? 0) + (brokenFiles?.length ?? 0)
  return {
    passed: read?.numPassedTests ?? 0,
    failed: failed === 0 && !succeeded ? 1 : failed,
    skipped: (read?.numPendingTests ?? 0) + (read?.numTodoTests ?? 0),
  }
}

const journeysSchema = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
})

/** Counts a report of Playwright (`--reporter=json`) in the same way. A test that passed only when repeated has failed. */
export function countJourneys(report: string | undefined, succeeded: boolean): Counts {
  const stats = report === undefined ? undefined : journeysSchema.parse(JSON.parse(report)).stats
  const failed = (stats?.unexpected ?? 0) + (stats?.flaky ?? 0)
  return {
    passed: stats?.expected ?? 0,
    failed: failed === 0 && !succeeded ? 1 : failed,
    skipped: stats?.skipped ?? 0,
  }
}

/** A step without tests of its own counts as one. */
export function countStep(succeeded: boolean): Counts {
  return { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, skipped: 0 }
}

export function sumCounts(all: readonly Counts[]): Counts {
  const sum = (pick: (counts: Counts) => number): number => all.reduce((total, counts) => total + pick(counts), 0)
  return { passed: sum((c) => c.passed), failed: sum((c) => c.failed), skipped: sum((c) => c.skipped) }
}

export function describeCounts({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}
