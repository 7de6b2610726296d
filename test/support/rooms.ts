import path from 'node:path'

/** A newcomer understands a room in a minute; with more files than this it is two rooms. */
const MAX_FILES = 16

/** What is wrong with the folders of `src` as rooms: too many code files, or no README.md. */
export function untidyRooms(files: readonly string[]): string[] {
  const code = files.filter((file) => /\.tsx?$/.test(file))
  const rooms = Map.groupBy(code, (file) => path.posix.dirname(file))
  return [...rooms].flatMap(([room, inside]) => [
    ...(inside.length > MAX_FILES ? [`${room} has ${inside.length} code files`] : []),
    ...(files.includes(`${room}/README.md`) ? [] : [`${room} has no README.md`]),
  ])
}

/** A path from the root, or the name of a source file or document, as a word of its own. */
const PATH = /(?<![\w./-])(?:(?:src|test|docs|resources|\.ci)\/[\w./{},-]*[\w}]|[\w./-]+\.(?:tsx?|md))(?![\w/-])/g
const QUOTED = /`([^`\n]+)`/g

/**
 * Paths that a document names in backticks or in a code block and that do not exist. Resolved from the folder of the document
 * upwards, and in `src`. `a/{b,c}` are two.
 */
export function missingPaths(document: string, text: string, exists: (file: string) => boolean): string[] {
  const prose = text.replace(/^```\n(.*?)^```$/gms, '').replace(/^```\w+\n.*?^```$/gms, '')
  const blocks = [...text.matchAll(/^```\n(.*?)^```$/gms)].map(([, block = '']) => block)
  const quoted = [...prose.matchAll(QUOTED)].map(([, words = '']) => words)
  const named = [...quoted, ...blocks].flatMap((words) => words.match(PATH) ?? [])
  const places = placesFrom(path.posix.dirname(document))
  const missing = named
    .flatMap(alternatives)
    .filter((name) => !places.some((place) => exists(path.posix.join(place, name))))
  return [...new Set(missing)]
}

/** The folder and those above it, then `src`. */
function placesFrom(folder: string): string[] {
  return folder === '.' ? ['.', 'src'] : [folder, ...placesFrom(path.posix.dirname(folder))]
}

function alternatives(name: string): string[] {
  const [, before = '', choices, after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(name) ?? []
  return choices === undefined ? [name] : choices.split(',').map((choice) => before + choice + after)
}
