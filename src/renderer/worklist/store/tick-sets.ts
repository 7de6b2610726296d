import type { WorklistLine } from '../../../shared/text/worklist-words.ts'
import { countOf } from '../../ui/base/words.ts'
import { lineRowId, setRowId, type WorklistRow } from './worklist-rows.ts'

type Ticks = ReadonlySet<string>

/**
 * Ticks after the user changed some: a ticked line has all of its sets ticked, and one with a set that is not is not ticked
 * itself. So what is saved is what is seen.
 */
export function agreeTicks(before: Ticks, after: Ticks, openLines: readonly WorklistLine[]): Ticks {
  const agreed = new Set(after)
  for (const line of openLines) {
    const lineId = lineRowId(line)
    const setIds = line.setIds.map((setId) => setRowId(line, setId))
    const ticked = setIds.filter((id) => after.has(id))
    const [was, is] = [before.has(lineId), after.has(lineId)]
    const isLineTicked = is && (!was || ticked.length === 0)
    const isLineCleared = was && !is && ticked.length === setIds.length
    if (isLineTicked) for (const id of setIds) agreed.add(id)
    else if (isLineCleared) for (const id of setIds) agreed.delete(id)
    else if (ticked.length === setIds.length) agreed.add(lineId)
    else agreed.delete(lineId)
  }
  return isSame(agreed, after) ? after : agreed
}

function isSame(one: Ticks, other: Ticks): boolean {
  return one.size === other.size && [...one].every((id) => other.has(id))
}

/** “2 lines and 1 set ticked”; empty without a tick. A ticked line has all of its sets ticked, which are not told again. */
export function countTicks(rows: readonly WorklistRow[], hidden: number): string {
  const lines = new Set(rows.flatMap((row) => (row.kind === 'line' ? [row.line.lineId] : [])))
  const sets = rows.filter((row) => row.kind === 'set' && !lines.has(row.line.lineId)).length + hidden
  const parts = [...(lines.size > 0 ? [countOf(lines.size, 'line')] : []), ...(sets > 0 ? [countOf(sets, 'set')] : [])]
  return parts.length === 0 ? '' : `${parts.join(' and ')} ticked`
}
