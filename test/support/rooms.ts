import path from 'node:path'

/** A newcomer understands a room in a minute; more files than this is two rooms. */
const MOST_FILES = 16

/** What is wrong with the folders of `src` as rooms: too many code files in one, or no README.md at its door. */
export function untidyRooms(files: readonly string[]): string[] {
  const code = files.filter((file) => /\.tsx?$/.test(file))
  const rooms = Map.groupBy(code, (file) => path.posix.dirname(file))
  return [...rooms].flatMap(([room, inside]) => [
    ...(inside.length > MOST_FILES ? [`${room} has ${inside.length} code files`] : []),
    ...(files.includes(`${room}/README.md`) ? [] : [`${room} has no README.md`]),
  ])
}

/** Files that a document names by a link or between backticks as a path from the root, and that are not there. */
export function missingFiles(document: string, isThere: (file: string) => boolean): string[] {
  const named = [...document.matchAll(/`((?:src|test|docs)\/[\w./-]+\.\w+)`|\]\(\.\.\/([\w./-]+\.\w+)\)/g)]
  return named.map(([, quoted, linked]) => quoted ?? linked ?? '').filter((file) => !isThere(file))
}
