import { spawn } from 'node:child_process'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { demoUser } from '../exchange-service/start-exchange-service.ts'
import { COMMAND_LINE } from '../support/command-line.ts'
import { COMPILE_CACHE } from '../support/compile-cache.ts'

/** Runs a command line as somebody types it, quotes and all, with `parcel-desk` installed below `root`. Gives what it printed. */
export async function typedCommand(root: string, line: string): Promise<string> {
  const bin = join(root, 'bin')
  await mkdir(bin, { recursive: true })
  const program = join(bin, 'parcel-desk')
  await writeFile(program, `#!/bin/sh\nexec "${process.execPath}" "${COMMAND_LINE}" "$@"\n`)
  await chmod(program, 0o755)
  const env = {
    PATH: `${bin}:${process.env['PATH'] ?? ''}`,
    HOME: root,
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    PARCEL_DESK_DATA_DIR: join(root, 'data of the command line'),
    PARCEL_DESK_PASSWORD: demoUser.password,
  }
  const shell = spawn('sh', ['-c', line], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [printed, said] = await Promise.all([text(shell.stdout), text(shell.stderr)])
  if (shell.exitCode !== 0 && printed === '') throw new Error(`${line}\n${said}`)
  return printed
}
