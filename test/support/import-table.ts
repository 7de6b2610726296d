import { readImports, type Import, type SourceFiles } from './read-imports.ts'

interface Row {
  /** Files that the row is about. The first row that fits a file holds. */
  from: string
  /** Packages by name; `node:` is all of Node. */
  packages: readonly string[]
  folders: readonly string[]
  except?: readonly string[]
  /** Folders of which only types may be imported. */
  typeFolders?: readonly string[]
  /** At most this many third-party packages in one file. */
  mostPackages?: number
}

const SERVICES = { folders: ['src/main', 'src/shared'], except: ['src/main/adapters', 'src/main/electron'] } as const
const CSV = ['csv-parse', 'csv-stringify'] as const
const PAGE_LIBRARIES = ['react-aria-components', '@tanstack/react-virtual', 'lucide-react'] as const

/** ARCHITECTURE.md, "Who may import what"; `.oxlintrc.json` says the same for editors. */
const TABLE: readonly Row[] = [
  { from: 'src/shared', packages: ['zod'], folders: ['src/shared'] },
  {
    from: 'src/main/adapters',
    packages: ['node:', 'keytar', 'undici', 'amqplib', 'env-paths'],
    mostPackages: 1,
    folders: ['src/main/adapters', 'src/main/ports', 'src/shared'],
  },
  {
    from: 'src/main/electron',
    packages: ['node:', 'electron', 'zod'],
    // The command line, because the packaged program is one, too: “Parcel Desk save …”.
    folders: ['src/main', 'src/cli', 'src/shared'],
  },
  { from: 'src/main/core', packages: ['node:', 'zod', 'fastest-levenshtein'], ...SERVICES },
  { from: 'src/main/saving', packages: ['node:', 'zod', ...CSV], ...SERVICES },
  { from: 'src/main/search', packages: ['node:', 'zod', ...CSV], ...SERVICES },
  { from: 'src/main/feeds', packages: ['node:', 'zod', ...CSV], ...SERVICES },
  { from: 'src/main', packages: ['node:', 'zod'], ...SERVICES },
  { from: 'src/preload', packages: ['electron'], folders: ['src/preload'], typeFolders: ['src/shared'] },
  {
    from: 'src/renderer',
    packages: ['react', 'react-dom', 'zustand', 'pdfjs-dist', 'zod', ...PAGE_LIBRARIES],
    folders: ['src/renderer', 'src/shared'],
  },
  {
    from: 'src/cli',
    packages: ['node:', 'zod', 'commander', 'env-paths', 'fastest-levenshtein'],
    folders: ['src/cli', 'src/main', 'src/shared'],
    except: ['src/main/electron'],
  },
]

/** Every import in `src` that the table does not allow, as “file:line imports target”. */
export function forbiddenImports(files: SourceFiles): string[] {
  return [...files].flatMap(([file, text]) => {
    const row = TABLE.find(({ from }) => isIn(file, from))
    const imports = readImports(file, text)
    if (row === undefined) return file.startsWith('src/') ? [`${file} is in a folder that the table does not know`] : []
    const forbidden = imports.filter((imported) => !isAllowed(imported, row))
    return [...forbidden.map(({ line, target }) => `${file}:${line} imports ${target}`), ...tooMany(file, imports, row)]
  })
}

function isAllowed(imported: Import, row: Row): boolean {
  const { target, isOwnFile, isTypeOnly } = imported
  if (!isOwnFile) return row.packages.some((name) => (name.endsWith(':') ? target.startsWith(name) : target === name))
  if (row.except?.some((folder) => isIn(target, folder)) === true) return false
  if (row.folders.some((folder) => isIn(target, folder))) return true
  return isTypeOnly && row.typeFolders?.some((folder) => isIn(target, folder)) === true
}

function tooMany(file: string, imports: Import[], row: Row): string[] {
  const packages = new Set(imports.filter((i) => !i.isOwnFile && !i.target.startsWith('node:')).map((i) => i.target))
  if (row.mostPackages === undefined || packages.size <= row.mostPackages) return []
  return [`${file} wraps more than one library: ${[...packages].join(', ')}`]
}

function isIn(file: string, folder: string): boolean {
  return file.startsWith(`${folder}/`)
}
