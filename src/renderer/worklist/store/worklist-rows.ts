import type { WorklistLine } from '../../../shared/words/worklist-words.ts'
import type { SetRow } from '../../set/set-columns.ts'
import { countOf } from '../../ui/base/words.ts'

/** A line of the list, or below it one of its sets. */
export type WorklistRow = LineRow | SetOfLineRow

export interface LineRow {
  readonly kind: 'line'
  readonly line: WorklistLine
  /** Its sets are shown below it. */
  readonly isOpen: boolean
  /** Sets that are ticked, while they are not shown and the line itself is not ticked. */
  readonly tickedSets: number
}

export interface SetOfLineRow {
  readonly kind: 'set'
  readonly line: WorklistLine
  readonly setId: string
  /** Undefined until it is read. */
  readonly set: SetRow | undefined
}

export function rowIdOf(row: WorklistRow): string {
  return row.kind === 'line' ? lineRowId(row.line) : setRowId(row.line, row.setId)
}

export function lineRowId({ lineId }: Pick<WorklistLine, 'lineId'>): string {
  return String(lineId)
}

export function setRowId({ lineId }: Pick<WorklistLine, 'lineId'>, setId: string): string {
  return `${lineId} ${setId}`
}

/** Only a line with several sets opens into them. */
export function canOpen({ setIds }: Pick<WorklistLine, 'setIds'>): boolean {
  return setIds.length > 1
}

/** The sets that a row stands for. */
export function setIdsOfRow(row: WorklistRow): readonly string[] {
  return row.kind === 'line' ? row.line.setIds : [row.setId]
}

/** Of the sets of these rows, each once, those of which files may be saved: of a line it is not known which. */
export function savedIdsOf(rows: readonly WorklistRow[]): readonly string[] {
  const saved = rows.filter((row) => ((row.kind === 'line' ? row.line : row.set)?.savedDocuments ?? 0) > 0)
  return [...new Set(saved.flatMap(setIdsOfRow))]
}

type Contents = WorklistLine['contents'][number]

/** What the sets of these rows hold, each set once. */
export function contentsOf(rows: readonly WorklistRow[]): readonly Contents[] {
  const contents = new Map<string, Contents>()
  const note = (setId: string, held: Contents | undefined): void => {
    if (held !== undefined) contents.set(setId, held)
  }
  for (const row of rows) {
    const { setIds, contents: ofLine } = row.line
    if (row.kind === 'line') setIds.forEach((setId, place) => note(setId, ofLine[place]))
    // Below a ticked line it is known already.
    else if (!contents.has(row.setId)) note(row.setId, ofLine[setIds.indexOf(row.setId)])
  }
  return [...contents.values()]
}

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
