import { existsSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { PROJECT_ROOT, projectFile } from '../support/project-files.ts'

const manifest = z.object({ devDependencies: z.record(z.string(), z.string()) })
const withPrograms = z.object({
  name: z.string(),
  bin: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
})

/**
 * How a program is started by its name: one that npm installed for the project as the script that it is, under this Node, for
 * Windows starts no `.cmd` without a shell; any other as it is.
 */
export function ownProgram(program: string, parameters: readonly string[]): [program: string, parameters: string[]] {
  if (program === 'node') return [process.execPath, [...parameters]]
  const script = installedPrograms().get(program)
  return script === undefined ? [program, [...parameters]] : [process.execPath, [script, ...parameters]]
}

let known: ReadonlyMap<string, string> | undefined

/** The script of each program that npm installs for the project itself. */
export function installedPrograms(): ReadonlyMap<string, string> {
  known ??= new Map(
    Object.keys(manifest.parse(JSON.parse(projectFile('package.json'))).devDependencies).flatMap(scriptsOf),
  )
  return known
}

function scriptsOf(dependency: string): [name: string, script: string][] {
  const folder = path.join('node_modules', dependency)
  if (!existsSync(path.join(PROJECT_ROOT, folder, 'package.json'))) return []
  const { name, bin = {} } = withPrograms.parse(JSON.parse(projectFile(path.join(folder, 'package.json'))))
  const programs = typeof bin === 'string' ? { [name]: bin } : bin
  return Object.entries(programs).map(([program, file]) => [program, path.join(PROJECT_ROOT, folder, file)])
}
