import { readFileSync } from 'node:fs'
import path from 'node:path'
import { PROJECT_ROOT } from './project-files.ts'

const PAGE = path.join(PROJECT_ROOT, 'out/renderer')
const SCRIPT_OF_PAGE = /<(?:script|link rel="modulepreload")[^>]* (?:src|href)="\.\/([^"]+\.js)"/g
const STATIC_IMPORT = /(?:from|import)["']\.\/([^"']+\.js)["']/g
const IMPORT_LATER = /import\([`"']\.\/([^`"']+\.js)[`"']\)/g

/** Scripts of the built page, by their path in out/renderer. */
export interface PageScripts {
  /** What index.html loads, and what that imports: with these the sign-in form is drawn. */
  readonly first: ReadonlySet<string>
  /** What the desk of someone who is signed in needs besides. */
  readonly desk: ReadonlySet<string>
}

/** What the built page fetches before each of its two first screens. */
export function pageScripts(): PageScripts {
  const html = readFileSync(path.join(PAGE, 'index.html'), 'utf8')
  const first = withImports([...html.matchAll(SCRIPT_OF_PAGE)].map(([, name = '']) => name))
  const later = [...first].flatMap((file) => linked(file, IMPORT_LATER))
  const all = withImports([...first, ...later])
  return { first, desk: new Set([...all].filter((file) => !first.has(file))) }
}

/** Bytes of them as they lie on the disk, which is how both hosts serve them. */
export function bytesOf(files: Iterable<string>): number {
  return [...files].reduce((sum, file) => sum + readFileSync(path.join(PAGE, file)).length, 0)
}

function withImports(files: readonly string[]): ReadonlySet<string> {
  const found = new Set(files)
  // A set that grows while it is gone through is gone through to its new end.
  for (const file of found) for (const imported of linked(file, STATIC_IMPORT)) found.add(imported)
  return found
}

/** Files that a script names, seen from out/renderer. */
function linked(file: string, how: RegExp): string[] {
  const text = readFileSync(path.join(PAGE, file), 'utf8')
  return [...text.matchAll(how)].map(([, name = '']) => path.posix.join(path.posix.dirname(file), name))
}
