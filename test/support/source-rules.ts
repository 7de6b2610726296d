import { parseSync } from 'vite'
import type { SourceFiles } from './read-imports.ts'

const EMPTY_WORDS = /^(manager|helper|util|utility|common|misc)s?$/i

/** The entry files; every other file only declares. */
const ENTRIES = [
  'src/main/electron/main.ts',
  'src/engine/saving/disk/disk-worker.ts',
  'src/engine/tables/table-worker.ts',
  'src/engine/pack/pack-worker.ts',
  'src/adapters/network/certificates-worker.ts',
  'src/adapters/pdf/pdf-worker.ts',
  'src/engine/support/database-check-worker.ts',
  'src/preload/preload.ts',
  'src/renderer/main.tsx',
  'src/cli/main.ts',
]
const DECLARATIONS = /^(Import|ExportNamed|ExportAll|Function|Class|Variable|TS\w+)Declaration$/

/** Meaningless words in names of folders, files and exports; and barrel files. */
export function emptyNames(files: SourceFiles): string[] {
  return [...files].flatMap(([file, text]) => {
    const names = [file.replace(/\.\w+$/, ''), ...exportedNames(file, text)]
    // Electron’s own name for it.
    const ours = names.filter((name) => name !== 'utilityProcess')
    const empty = ours.filter((name) => wordsOf(name).some((word) => EMPTY_WORDS.test(word)))
    const barrel = /(^|\/)index\.tsx?$/.test(file) ? [`${file} is named as a barrel`] : []
    return [...empty.map((name) => `${file} uses an empty word: ${name}`), ...barrel]
  })
}

/** Statements that act when a file is imported, outside entry files. */
export function importTimeEffects(files: SourceFiles): string[] {
  return [...files]
    .filter(([file]) => file.startsWith('src/') && !ENTRIES.includes(file))
    .flatMap(([file, text]) =>
      parseSync(file, text)
        .program.body.filter(({ type }) => !DECLARATIONS.test(type))
        .map(({ start }) => `${file} acts when imported: ${text.slice(start).split('\n', 1).join('')}`),
    )
}

/** Code that checks whether it is being tested, and so differs from what is shipped. */
export function testSwitches(files: SourceFiles): string[] {
  return linesWith(files, /\bNODE_ENV\b|\bVITEST\b/)
}

/**
 * Files that find others by their own place, outside entries: the bundler moves what they are in, and leaves only entries where
 * they are. A package is found from any folder below its own, so the keychain's module may be looked for.
 */
export function ownPlaces(files: SourceFiles): string[] {
  const moved = [...files].filter(([file]) => file.startsWith('src/') && !ENTRIES.includes(file))
  const found = linesWith(
    new Map(moved),
    /\bimport\.meta\.(?:url|dirname|filename|resolve)\b|\b__(?:dirname|filename)\b/,
  )
  return found.filter((line) => !line.endsWith(' const load = createRequire(import.meta.url)'))
}

/** Elements of the page that are looked for by the words a screen reader says, which may change; `ui/base/landmarks.ts` names them. */
export function foundByWords(files: SourceFiles): string[] {
  const page = new Map([...files].filter(([file]) => file.startsWith('src/renderer/')))
  return linesWith(page, /(?:querySelector(?:All)?|closest|matches)\b.*\[(?:aria-label|placeholder)\b/)
}

/** Numbers and dates of the page that are not written as the region does, which `ui/base/words.ts` does. */
export function formatsWithoutRegion(files: SourceFiles): string[] {
  const page = new Map([...files].filter(([file]) => file.startsWith('src/renderer/')))
  return linesWith(page, /\.toLocale(?:Date|Time)?String\(|\bIntl\.NumberFormat\b/)
}

/** Access to secrets outside `accounts`, and imports of the port by files that neither implement nor use it. */
export function strayedSecrets(files: SourceFiles): string[] {
  const mayNot = new Map([...files].filter(([file]) => !/^src\/(engine\/(accounts|ports)|adapters)\//.test(file)))
  const mayNotImport = new Map([...mayNot].filter(([file]) => !/^src\/(cli|main\/electron)\//.test(file)))
  return [...linesWith(mayNot, /\bsecrets\??\.(read|write|remove)\b/), ...linesWith(mayNotImport, /\bSecretsPort\b/)]
}

function linesWith(files: SourceFiles, pattern: RegExp): string[] {
  return [...files].flatMap(([file, text]) =>
    text.split('\n').flatMap((line, at) => (pattern.test(line) ? [`${file}:${at + 1} ${line.trim()}`] : [])),
  )
}

function exportedNames(file: string, text: string): string[] {
  return parseSync(file, text)
    .module.staticExports.flatMap(({ entries }) => entries)
    .flatMap(({ exportName }) => (exportName.name === null ? [] : [exportName.name]))
}

/** `save-stream/fooBar` is save, stream, foo, bar. */
function wordsOf(name: string): string[] {
  return name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').split(/[^A-Za-z]+/)
}
