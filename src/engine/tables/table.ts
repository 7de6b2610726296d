import { type AppError, badUsage } from '../../shared/errors/app-error.ts'
import { MAX_LIST_BYTES, tooLargeList } from '../../shared/text/worklist-words.ts'

/** The cells of one sheet, row by row; rows end at their last filled cell. */
export interface Table {
  rows: string[][]
  /** Which of several sheets it is, as a sentence; null for a file with one. */
  note: string | null
}

/** All parts of a workbook that are read, unpacked. In bytes. */
export const MAX_UNPACKED_BYTES = 100_000_000
/** Rows of a sheet that are looked at; more than a worklist takes, so that the count in its sentence is true. */
export const MAX_ROWS = 200_000
/** Filled cells in all. */
export const MAX_CELLS = 2_000_000
/** Cells of a row beyond these do not travel along. */
export const MAX_COLUMNS = 50
/** A cell of a spreadsheet holds at most 32,767 characters. */
export const MAX_CELL_LENGTH = 32_767
/** In all cells: a text of which a workbook has one can be in every cell, and each is copied from the thread. */
export const MAX_CHARACTERS = 50_000_000
/** Sheets of a workbook, and other parts that it names. */
export const MAX_SHEETS = 10_000
/** As many as a workbook of Excel has; cells of others show their number as it is. */
export const MAX_STYLES = 65_490

const SMALLER = 'Copy the column with the references into a new sheet and use that.'

/** The refusal of a file that goes beyond a limit. `what` continues its name: “has more than …”. */
export function tooLarge(source: string, what: string): AppError {
  return badUsage(`${source} ${what}.`, SMALLER)
}

/** Refuses a file by its size, before it is read. */
export function requireSmall(bytes: number, source: string): void {
  if (bytes <= MAX_LIST_BYTES) return
  const { message, next } = tooLargeList(source, bytes)
  throw badUsage(message, next)
}
