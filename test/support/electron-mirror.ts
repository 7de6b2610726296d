import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { strToU8, zipSync } from 'fflate/browser'
import { PROGRAM_NAME } from '../electron-host/electron-program.ts'
import { listenHere } from './listen-here.ts'
import { PROJECT_ROOT, projectFile } from './project-files.ts'
import { z } from 'zod'

const EXECUTABLE = 0o100755 << 16
const FOLDER = join(PROJECT_ROOT, 'node_modules', 'electron')
const manifest = z.object({ version: z.string() })

/** Of the package that npm installed. */
export const ELECTRON_VERSION = manifest.parse(JSON.parse(projectFile('node_modules/electron/package.json'))).version

/** What the makers of Electron would give out, but that its program is a script. Padding does not shrink. */
export function electronArchive(script = '#!/bin/sh\necho "a window"\n', paddingBytes = 0): Uint8Array {
  const padding = Uint8Array.from({ length: paddingBytes }, (_, at) => (at * 2_654_435_761) >>> 13)
  return zipSync(
    {
      version: strToU8(ELECTRON_VERSION),
      [PROGRAM_NAME]: [strToU8(script), { os: 3, attrs: EXECUTABLE }],
      'icudtl.dat': padding,
    },
    { level: 0 },
  )
}

/** The package as npm installs it, with the checksum of this archive among its own. Where its own libraries are found. */
export async function electronPackage(archive: Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(PROJECT_ROOT, 'node_modules', '.electron-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }))
  for (const name of ['install.js', 'index.js', 'package.json']) await cp(join(FOLDER, name), join(folder, name))
  const name = `electron-v${ELECTRON_VERSION}-${process.platform}-${process.arch}.zip`
  const sum = createHash('sha256').update(archive).digest('hex')
  await writeFile(join(folder, 'checksums.json'), JSON.stringify({ [name]: sum }))
  return folder
}

/** Puts an installed program there by hand, as the installer leaves it. */
export async function installByHand(
  folder: string,
  { version = ELECTRON_VERSION, named = PROGRAM_NAME } = {},
): Promise<void> {
  const program = join(folder, 'dist', PROGRAM_NAME)
  await mkdir(join(program, '..'), { recursive: true })
  await writeFile(program, '#!/bin/sh\n', { mode: 0o755 })
  await writeFile(join(folder, 'dist', 'version'), version)
  await writeFile(join(folder, 'path.txt'), named)
}

/** Serves in place of Electron's makers until the test ends; tells what it was asked for. */
export async function startMirror(
  answer: (response: ServerResponse) => void,
  makeServer: (listener: RequestListener) => Server = createServer,
): Promise<{ port: number; asked: string[] }> {
  const asked: string[] = []
  const server = makeServer((request, response) => {
    asked.push(request.url ?? '')
    answer(response)
  })
  const port = await listenHere(server)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port, asked }
}
