import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { cp, link, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { PROJECT_ROOT, projectFile } from '../support/project-files.ts'
import { fetchPackage, windowsPackages, WINDOWS_NODE } from './windows-packages.ts'

const run = promisify(execFile)

/** Not copied: they are installed for another system, large, or of no use to a test. */
const LEFT_OUT = ['node_modules', '.git', 'dist', 'demo-output']

/**
 * The project as `npm ci` would have installed it on Windows, in a folder of its own: the sources and builds as they are now,
 * what is installed here, and in place of its native parts those of Windows. Returns the path of `node.exe` in it.
 */
export async function makeWorkspace(folder: string, downloads: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const old = (await readdir(folder)).filter((name) => name !== 'node_modules')
  await Promise.all(old.map((name) => rm(path.join(folder, name), { recursive: true })))
  const names = (await readdir(PROJECT_ROOT)).filter((name) => !LEFT_OUT.includes(name))
  for (const name of names) await cp(path.join(PROJECT_ROOT, name), path.join(folder, name), { recursive: true })

  const modules = path.join(folder, 'node_modules')
  const stamp = path.join(modules, '.for-windows')
  const state = createHash('sha256').update(projectFile('package-lock.json')).digest('hex')
  const isCurrent = existsSync(stamp) && readFileSync(stamp, 'utf8') === state
  if (!isCurrent) {
    await rm(modules, { recursive: true, force: true })
    await copyModules(modules)
    await addNativeParts(modules, downloads)
    await writeFile(stamp, state)
  }
  return path.join(modules, WINDOWS_NODE.name, 'bin', 'node.exe')
}

/** Hard links where both are on one disk: 800 MB in two seconds. */
async function copyModules(to: string): Promise<void> {
  const from = path.join(PROJECT_ROOT, 'node_modules')
  const probe = `${to}.probe`
  const sameDisk = await link(path.join(from, 'zod', 'package.json'), probe).then(
    () => true,
    () => false,
  )
  await rm(probe, { force: true })
  await run('cp', ['-a', ...(sameDisk ? ['-l'] : []), from, to])
  // Links to scripts, and what builds and tests have left: nothing that Windows would find there.
  for (const name of ['.bin', '.cache', '.vite', '.vite-temp'])
    await rm(path.join(to, name), { recursive: true, force: true })
}

async function addNativeParts(modules: string, downloads: string): Promise<void> {
  for (const wanted of windowsPackages()) {
    await cp(await fetchPackage(wanted, downloads), path.join(modules, wanted.name), { recursive: true })
  }
}
