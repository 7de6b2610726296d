import type { z } from 'zod'
import type { savedFile, tableFormat } from '../../shared/contract/wire.ts'
import { csvFile } from '../../shared/text/csv-lines.ts'
import type { Tables } from '../../engine/tables/table-thread.ts'
import type { Cell } from '../../engine/tables/write-workbook.ts'
import type { TextFiles } from './text-files.ts'

interface NamedTable {
  /** Of the dialog. */
  title: string
  /** Suggested, without its ending. */
  name: string
  /** Of the workbook; Excel opens none of more than 31 characters. */
  sheet: string
  format: z.output<typeof tableFormat>
  /** The first is the headings. */
  rows: Iterable<readonly Cell[]>
}

/** Lists that the user exports for a spreadsheet, in which nothing runs as a formula (T21). */
export interface TableFiles {
  /** Asks the user where; null if the dialog was closed. Fails like `TextFiles.save` and `Tables.write`. */
  save(table: NamedTable): Promise<z.output<typeof savedFile> | null>
}

export function createTableFiles(files: Pick<TextFiles, 'save'>, tables: Pick<Tables, 'write'>): TableFiles {
  return {
    save: async ({ title, name, sheet, format, rows }) =>
      await files.save({ title, suggestedName: `${name}.${format}` }, () =>
        format === 'csv' ? csvFile(rows) : tables.write([...rows], sheet),
      ),
  }
}
