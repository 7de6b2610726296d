import { exactMoment } from '../../ui/base/words.ts'
import type { FeedView } from '../../client/desk-store.ts'

type Check = FeedView['followed'][number]['check']

/** How the last checks of all followed customers went, in a sentence. */
export function checkSummary(checks: readonly Check[]): string {
  if (checks.length === 0) return 'Follow a customer first; then there is something to check.'
  const failed = checks.find(({ state }) => state === 'failed' || state === 'not-signed-in')
  if (failed !== undefined) return failed.sentence
  const times = checks.map(({ at }) => at).filter((at) => at !== null)
  const last = times.toSorted().at(-1)
  if (last === undefined) return 'Nothing was checked yet.'
  const found = checks.reduce((sum, check) => sum + check.found, 0)
  const changes = found === 0 ? 'no change' : found === 1 ? '1 change' : `${found.toLocaleString('en')} changes`
  return `Last checked ${exactMoment(last)}: ${changes} that no message had told of.`
}
