import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { SourceFiles } from './read-imports.ts'

export const PROJECT_ROOT = path.resolve(import.meta.dirname, '../..')

/** The text of one file, by its path from the root of the project. */
export function projectFile(file: string): string {
  return readFileSync(path.join(PROJECT_ROOT, file), 'utf8')
}

/** The text of every file that matches a pattern, except installed and built ones. */
export function projectFiles(pattern: string): SourceFiles {
  const found = globSync(pattern, {
    cwd: PROJECT_ROOT,
    exclude: (name) => ['node_modules', 'out', 'dist', 'demo-output'].includes(path.basename(name)),
  })
  const files = found.map((file) => file.replaceAll(path.sep, '/')).toSorted()
  return new Map(files.map((file) => [file, projectFile(file)]))
}
