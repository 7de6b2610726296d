import { unzipSync } from 'fflate/browser'
import { badUsage } from '../../shared/errors/app-error.ts'
import { MAX_UNPACKED_BYTES, tooLarge } from './table.ts'

export interface WorkbookParts {
  /** Unpacks one part; undefined if there is none of that name. Fails with bad-usage if all parts together are too large. */
  read(name: string): Uint8Array | undefined
}

/** Read for other kinds of workbook, to say which. */
const OTHER_KINDS: readonly (readonly [part: RegExp, message: string, next: string])[] = [
  [
    /(^|\/)vbaProject\.bin$/i,
    'holds a macro. Nothing of it was run',
    'Save it as “Excel Workbook (.xlsx)”, which holds none.',
  ],
  [/^xl\/workbook\.bin$/i, 'is a binary workbook (.xlsb)', 'Save it as “Excel Workbook (.xlsx)” or as CSV.'],
  [/^content\.xml$/i, 'is an OpenDocument file', 'Save it as “Excel Workbook (.xlsx)” or as CSV.'],
]

/**
 * The parts of a workbook, unpacked one by one when they are read. Memory is bounded before it is allocated: a part is unpacked
 * into a buffer of the size that the archive states, and what is more is dropped. Fails with bad-usage for another kind of file.
 */
export function unpackWorkbook(bytes: Uint8Array, source: string): WorkbookParts {
  const sizes = new Map<string, number>()
  listParts(bytes, source, sizes)
  for (const [part, message, next] of OTHER_KINDS) {
    if ([...sizes.keys()].some((name) => part.test(name))) throw badUsage(`${source} ${message}.`, next)
  }
  if (!sizes.has('xl/workbook.xml')) {
    throw badUsage(`${source} is an archive, but no workbook.`, 'Choose a file that ends with .xlsx or .csv.')
  }
  let unpacked = 0
  return {
    read: (name) => {
      const size = sizes.get(name)
      if (size === undefined) return undefined
      unpacked += size
      if (unpacked > MAX_UNPACKED_BYTES) throw tooLarge(source, 'is too large: unpacked it has more than 100 MB')
      return unpack(bytes, source, name)
    },
  }
}

function listParts(bytes: Uint8Array, source: string, sizes: Map<string, number>): void {
  try {
    unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        sizes.set(name, originalSize)
        return false
      },
    })
  } catch {
    throw damaged(source)
  }
}

function unpack(bytes: Uint8Array, source: string, wanted: string): Uint8Array | undefined {
  try {
    return unzipSync(bytes, { filter: ({ name }) => name === wanted })[wanted]
  } catch {
    throw damaged(source)
  }
}

export function damaged(source: string): Error {
  return badUsage(
    `${source} is damaged: it cannot be read to its end.`,
    'Open it in your spreadsheet program and save it again.',
  )
}
