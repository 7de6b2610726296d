import type { SQLInputValue } from 'node:sqlite'
import { parsedOrUndefined } from '../base/json-values.ts'
import { bytesIn, choiceIn, numberIn, numberOrNullIn, type Row, textIn, textOrNullIn } from './read-row.ts'

/** The column that holds a value, or the columns that do: how a row gives it, and what is stored of it. */
export interface Columns<Value> {
  readonly names: readonly string[]
  read(row: Row): Value
  /** Appends a cell for each name. */
  write(value: Value, cells: SQLInputValue[]): void
}

/** The columns of a table, from which its INSERT, its SELECT and what reads its rows derive. */
export interface TableColumns<Item> extends Columns<Item> {
  /** `a, b` */
  readonly list: string
  /** `?, ?`, which takes `cells`. */
  readonly places: string
  /** `a = ?, b = ?`, which takes `cells`. */
  readonly assignments: string
  cells(item: Item): SQLInputValue[]
  /** Those of some fields. */
  only<Field extends Extract<keyof Item, string>>(...fields: Field[]): TableColumns<Pick<Item, Field>>
}

/** What a row of a table is, so that a field is said once. */
export type ItemOf<Table> = Table extends Columns<infer Item> ? Item : never

type ColumnsOfFields<Item> = { [Field in keyof Item]-?: Columns<Item[Field]> }

/** A table by the column of each field, so that one more is one line. It may itself be a field of another table. */
export function columnsOf<Item extends object>(columns: ColumnsOfFields<Item>): TableColumns<Item> {
  type Field = Extract<keyof Item, string>
  const fields = Object.keys(columns).filter((name): name is Field => Object.hasOwn(columns, name))
  const names = fields.flatMap((field) => columns[field].names)
  const write = (item: Item, cells: SQLInputValue[]): void => {
    for (const field of fields) columns[field].write(item[field], cells)
  }
  return {
    names,
    list: names.join(', '),
    places: names.map(() => '?').join(', '),
    assignments: names.map((name) => `${name} = ?`).join(', '),
    write,
    cells: (item) => {
      const cells: SQLInputValue[] = []
      write(item, cells)
      return cells
    },
    read: (row) => assemble<Item, Field>(fields, (field) => columns[field].read(row)),
    only: <Some extends Field>(...some: Some[]) =>
      columnsOf(assemble<ColumnsOfFields<Pick<Item, Some>>, Some>(some, (field) => columns[field])),
  }
}

/** An object of these fields, which are all that it has. */
function assemble<Whole extends object, Field extends keyof Whole>(
  fields: readonly Field[],
  valueOf: <One extends Field>(field: One) => Whole[One],
): Whole {
  // In their order, so that the last is there when all are: rows are read by the hundred thousand.
  const isWhole = (part: Partial<Whole>): part is Whole => last !== undefined && part[last] !== undefined
  const last = fields.at(-1)
  const part: Partial<Whole> = {}
  for (const field of fields) part[field] = valueOf(field)
  if (!isWhole(part)) throw new Error('a field has no column')
  return part
}

/** One column, by its name. */
export const column = {
  text: (name: string) => single(name, textIn),
  textOrNull: (name: string) => single(name, textOrNullIn),
  number: (name: string) => single(name, numberIn),
  numberOrNull: (name: string) => single(name, numberOrNullIn),
  bytes: (name: string) => single(name, bytesIn),
  /** 1 for true, else 0. */
  flag: (name: string) => cell(name, (row) => numberIn(row, name) === 1, Number),
  /** Text with a fixed set of values. */
  choice: <Choice extends string>(name: string, choices: readonly Choice[]) =>
    single(name, (row) => choiceIn(row, name, choices)),
  choiceOrNull: <Choice extends string>(name: string, choices: readonly Choice[]) =>
    single(name, (row) => (row[name] === null ? null : choiceIn(row, name, choices))),
  json,
  jsonOrNull,
} as const

type CellReader<Value> = (row: Row, name: string) => Value

function single<Value extends SQLInputValue>(name: string, read: CellReader<Value>): Columns<Value> {
  return cell(name, read, (value) => value)
}

function cell<Value>(name: string, read: CellReader<Value>, cellOf: (value: Value) => SQLInputValue): Columns<Value> {
  return { names: [name], read: (row) => read(row, name), write: (value, cells) => void cells.push(cellOf(value)) }
}

/** JSON. `parse` is given undefined where the text is none. */
function json<Value>(name: string, parse: (content: unknown) => Value): Columns<Value> {
  return cell(name, (row) => parse(parsedOrUndefined(textIn(row, name))), JSON.stringify)
}

/** The same, NULL for null. */
function jsonOrNull<Value>(name: string, parse: (content: unknown) => Value): Columns<Value | null> {
  const { names, read, write } = json(name, parse)
  return {
    names,
    read: (row) => (row[name] === null ? null : read(row)),
    write: (value, cells) => (value === null ? void cells.push(null) : write(value, cells)),
  }
}
