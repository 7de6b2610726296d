import { countOf, numberText, shortMoment } from '../../ui/base/words.ts'
import type { Worklist } from '../store/worklist-state.ts'

/** “46 lines · checked 09:12 · 3 changed”. */
export function listSummary({ lines, checkedAt, changedReferences, isReadable }: Worklist): string {
  if (!isReadable) return 'Damaged: it can only be removed'
  return [
    countOf(lines, 'line'),
    checkedAt === null ? 'never checked' : `checked ${shortMoment(checkedAt)}`,
    ...(changedReferences > 0 ? [`${numberText(changedReferences)} changed`] : []),
  ].join(' · ')
}
