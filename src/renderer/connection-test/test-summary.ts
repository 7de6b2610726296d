import { formatDuration } from '../../shared/text/format.ts'
import type { TestStep } from '../../shared/model/connection-test.ts'

/** A test that has ended, in a sentence. */
export function testSummary(steps: readonly TestStep[]): string {
  const failed = steps.filter(({ state }) => state === 'failed')
  const totalMs = steps.reduce((sum, { ms }) => sum + (ms ?? 0), 0)
  const took = totalMs < 1_000 ? `It took ${totalMs} ms.` : `It took ${formatDuration(totalMs)}.`
  const [first] = failed
  if (first !== undefined) return `It does not work: “${first.title}” failed. ${took}`
  if (steps.some(({ state }) => state === 'skipped')) return `So far it works; the rest was not tried. ${took}`
  return steps.some(({ state }) => state === 'warned')
    ? `It works, with a note below. ${took}`
    : `All of it works. ${took}`
}
