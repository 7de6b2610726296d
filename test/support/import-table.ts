import { readImports, type Import, type SourceFiles } from './read-imports.ts'

interface Row {
  /** Files that the row applies to. The first matching row counts. */
  from: string
  /** Packages by name; `node:` is all of Node. */
  packages: readonly string[]
  folders: readonly string[]
  except?: readonly string[]
  /** Folders from which only types may be imported. */
  typeFolders?: readonly string[]
  /** At most this many third-party packages in one file. */
  mostPackages?: number
}

const TABLES = ['fflate', 'numfmt', 'saxen'] as const
const PAGE_LIBRARIES = ['react-aria-components', 'lucide-react'] as const

/** ARCHITECTURE.md, "Who may import what". */
const TABLE: readonly Row[] = [
  { from: 'src/shared', packages: ['zod'], folders: ['src/shared'] },
  {
    from: 'src/engine',
    packages: ['node:', 'zod', ...TABLES, '@cantoo/pdf-lib', 'asn1js', 'fastest-levenshtein', 'croner'],
    folders: ['src/engine', 'src/shared'],
  },
  {
    from: 'src/adapters',
    packages: ['node:', 'keytar', 'undici', 'amqplib', 'env-paths', 'prom-client', 'pdfjs-dist'],
    mostPackages: 1,
    folders: ['src/adapters', 'src/engine/ports', 'src/engine/base', 'src/engine/files', 'src/shared'],
  },
  {
    from: 'src/cli',
    packages: ['node:', 'zod', 'commander', 'env-paths', 'fastest-levenshtein'],
    folders: ['src/cli', 'src/engine', 'src/adapters', 'src/shared'],
  },
  {
    from: 'src/main/desk',
    packages: ['node:', 'zod'],
    folders: ['src/main/desk', 'src/engine', 'src/shared'],
  },
  {
    from: 'src/main/electron',
    packages: ['node:', 'electron', 'zod'],
    // The command line, because the packaged program is one too: “Parcel Desk save …”.
    folders: ['src/main', 'src/engine', 'src/adapters', 'src/cli', 'src/shared'],
  },
  { from: 'src/preload', packages: ['electron'], folders: ['src/preload'], typeFolders: ['src/shared'] },
  {
    from: 'src/renderer',
    packages: ['react', 'react-dom', 'zustand', 'pdfjs-dist', 'zod', ...PAGE_LIBRARIES],
    folders: ['src/renderer', 'src/shared'],
  },
]

/** Rooms of the engine from the bottom up: each imports only those before it. */
const ENGINE_FLOORS = [
  'ports',
  'base',
  'files',
  'threads',
  'signatures',
  'policy',
  'storage',
  'tables',
  'worklists',
  'pace',
  'exchange',
  'accounts',
  'feed/inbox',
  'feed/checks',
  'feed/stream',
  'feed/queue',
  'feed/firm',
  'feed',
  'saving/names',
  'saving/disk',
  'saving/records',
  'search',
  'saving/archive',
  'saving/transfer',
  'saving/plan',
  'saving/undo',
  'saving',
  'documents',
  'pack',
  'texts',
  'schedules',
  'support',
  '',
  'rules',
].map((room) => `src/engine/${room}`.replace(/\/$/, ''))

/** Rooms of the page from the bottom up: each imports only those before it, and the last are the screens put together. */
const PAGE_FLOORS = [
  'ui',
  'client',
  'commands',
  'preview',
  'compare',
  'grid',
  'frame',
  'connection-test',
  'updates',
  'feed',
  'parcel',
  'downloads',
  'saving',
  'packs',
  'set',
  'search',
  'worklist',
  'palette',
  'inbox',
  'sign-in',
  'reader',
  'settings',
  '',
].map((room) => `src/renderer/${room}`.replace(/\/$/, ''))

/** Imports of the engine and of the page that run up, as “file imports target”. */
export function upwardImports(files: SourceFiles): string[] {
  return [...upwardIn(files, ENGINE_FLOORS), ...upwardIn(files, PAGE_FLOORS)]
}

function upwardIn(files: SourceFiles, floors: readonly string[]): string[] {
  return [...files].flatMap(([file, text]) => {
    const floor = floorOf(file, floors)
    if (floor === undefined) return []
    const up = readImports(file, text).filter(
      ({ target, isOwnFile }) => isOwnFile && (floorOf(target, floors) ?? 0) > floor,
    )
    return up.map(({ target }) => `${file} imports ${target}`)
  })
}

/** The level of the innermost room that contains the file. */
function floorOf(file: string, floors: readonly string[]): number | undefined {
  const [room] = floors.filter((name) => isIn(file, name)).toSorted((a, b) => b.length - a.length)
  return room === undefined ? undefined : floors.indexOf(room)
}

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
