import { z } from 'zod'
import { column, columnsOf, type ItemOf } from '../storage/columns.ts'
import type { Row } from '../storage/read-row.ts'

const texts = z.array(z.string())
/** Null where they cannot be read. */
const textsIn = (content: unknown): string[] | null => texts.safeParse(content).data ?? null

/** Whose a worklist is, and when it was last opened. */
export const OWNED = columnsOf({
  baseUrl: column.text('base_url'),
  username: column.text('username'),
  openedAt: column.text('opened_at'),
})

export type WorklistAccount = Omit<ItemOf<typeof OWNED>, 'openedAt'>

export const WORKLISTS = columnsOf({
  worklistId: column.text('id'),
  name: column.text('name'),
  revision: column.number('revision'),
  customers: column.json('customers', textsIn),
  headings: column.json('headings', textsIn),
  referenceColumn: column.number('reference_column'),
  createdAt: column.text('created_at'),
  checkedAt: column.textOrNull('checked_at'),
  comparedWith: column.textOrNull('compared_with'),
})

/** What can be counted of one. */
const COUNTS = columnsOf({
  lines: column.number('lines'),
  references: column.number('refs'),
  changedReferences: column.number('changed'),
})

type Texts = 'customers' | 'headings'

/** A worklist without its lines. */
export interface StoredWorklist
  extends Omit<ItemOf<typeof WORKLISTS>, Texts>, Record<Texts, string[]>, ItemOf<typeof COUNTS> {
  /** False if what is stored of it is damaged. */
  isReadable: boolean
}

export const LINES = columnsOf({
  lineId: column.number('line_id'),
  reference: column.text('reference'),
  cells: column.json('cells', textsIn),
})

export interface StoredLine extends Omit<ItemOf<typeof LINES>, 'cells'> {
  cells: string[]
}

export function parseWorklist(row: Row): StoredWorklist {
  const { customers, headings, ...worklist } = WORKLISTS.read(row)
  const isReadable = customers !== null && headings !== null
  return { ...worklist, ...COUNTS.read(row), isReadable, customers: customers ?? [], headings: headings ?? [] }
}

/** A line whose cells cannot be read keeps its place and its reference. */
export function parseLine(row: Row): StoredLine {
  const { cells, ...line } = LINES.read(row)
  return { ...line, cells: cells ?? [line.reference] }
}
