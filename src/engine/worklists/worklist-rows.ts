import { z } from 'zod'
import { column, columnsOf } from '../storage/columns.ts'
import type { Row } from '../storage/read-row.ts'

export interface WorklistAccount {
  baseUrl: string
  username: string
}

/** A worklist without its lines. */
export interface StoredWorklist {
  worklistId: string
  name: string
  /** False if what is stored of it is damaged. */
  isReadable: boolean
  revision: number
  customers: string[]
  headings: string[]
  referenceColumn: number
  lines: number
  references: number
  createdAt: string
  checkedAt: string | null
  comparedWith: string | null
  changedReferences: number
}

export interface StoredLine {
  lineId: number
  reference: string
  cells: string[]
}

const texts = z.array(z.string())
type Counts = Pick<StoredWorklist, 'lines' | 'references' | 'changedReferences'>

/** Null where they cannot be read. */
const textsIn = (content: unknown): string[] | null => texts.safeParse(content).data ?? null

interface WorklistRow
  extends WorklistAccount, Omit<StoredWorklist, 'isReadable' | 'customers' | 'headings' | keyof Counts> {
  customers: string[] | null
  headings: string[] | null
  openedAt: string
}

export const WORKLISTS = columnsOf<WorklistRow>({
  worklistId: column.text('id'),
  baseUrl: column.text('base_url'),
  username: column.text('username'),
  name: column.text('name'),
  revision: column.number('revision'),
  customers: column.json('customers', textsIn),
  headings: column.json('headings', textsIn),
  referenceColumn: column.number('reference_column'),
  createdAt: column.text('created_at'),
  openedAt: column.text('opened_at'),
  checkedAt: column.textOrNull('checked_at'),
  comparedWith: column.textOrNull('compared_with'),
})

/** What can be counted of one. */
const COUNTS = columnsOf<Counts>({
  lines: column.number('lines'),
  references: column.number('refs'),
  changedReferences: column.number('changed'),
})

export const LINES = columnsOf<Omit<StoredLine, 'cells'> & { cells: string[] | null }>({
  lineId: column.number('line_id'),
  reference: column.text('reference'),
  cells: column.json('cells', textsIn),
})

export function parseWorklist(row: Row): StoredWorklist {
  const {
    customers,
    headings,
    baseUrl: _service,
    username: _user,
    openedAt: _opened,
    ...worklist
  } = WORKLISTS.read(row)
  const isReadable = customers !== null && headings !== null
  return { ...worklist, ...COUNTS.read(row), isReadable, customers: customers ?? [], headings: headings ?? [] }
}

/** A line whose cells cannot be read keeps its place and its reference. */
export function parseLine(row: Row): StoredLine {
  const { cells, ...line } = LINES.read(row)
  return { ...line, cells: cells ?? [line.reference] }
}
