import type { WorklistLine } from '../../../shared/text/worklist-words.ts'
import type { SetRow } from '../../set/set-columns.ts'

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
