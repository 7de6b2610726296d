import path from 'node:path'
import { readImports, type SourceFiles } from './read-imports.ts'

/** More names than this say less than the folders they are in. */
const MOST_NAMES = 6
const LINE = /^Imported by:.*$/m

/** Every folder of `src` that has a README, with the README as the imports of today want it. */
export function derivedReadmes(sources: SourceFiles, readmes: SourceFiles): Map<string, string> {
  const imports = [...sources].flatMap(([file, text]) =>
    readImports(file, text)
      .filter(({ isOwnFile }) => isOwnFile)
      .map(({ target }) => ({ file, target })),
  )
  return new Map(
    [...readmes].map(([readme, text]) => {
      const inside = `${path.posix.dirname(readme)}/`
      const importers = imports.filter(({ file, target }) => target.startsWith(inside) && !file.startsWith(inside))
      return [readme, text.replace(LINE, importedBy(importers.map(({ file }) => path.posix.dirname(file))))]
    }),
  )
}

/** The line of a README: the rooms by their path in `src`, or, if they are many, the folders they are in. */
function importedBy(rooms: readonly string[]): string {
  const paths = rooms.map((room) => room.split('/').slice(1))
  const namesTo = (depth: number): string[] => [...new Set(paths.map((parts) => parts.slice(0, depth).join('/')))]
  let depth = Math.max(1, ...paths.map(({ length }) => length))
  while (depth > 1 && namesTo(depth).length > MOST_NAMES) depth -= 1
  const names = namesTo(depth).toSorted()
  return `Imported by: ${names.length === 0 ? 'nothing in `src`' : names.map((name) => `\`${name}\``).join(', ')}.`
}
