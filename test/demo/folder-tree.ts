import { readdir } from 'node:fs/promises'
import path from 'node:path'

/** A folder and its contents as indented lines; long folders are cut in the middle, and the whole after a number of lines. */
export async function folderTree(folder: string, mostLines: number): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
  const lines = [path.basename(folder)]
  let before: string[] = []
  for (const file of paths) {
    const parts = file.split(path.sep)
    const same = parts.findIndex((part, depth) => part !== before[depth])
    for (const [depth, part] of parts.entries()) {
      if (depth >= same) lines.push(`${'  '.repeat(depth + 1)}${part}`)
    }
    before = parts
  }
  if (lines.length <= mostLines) return lines
  return [...lines.slice(0, mostLines), `  … ${paths.length} files in all`]
}
