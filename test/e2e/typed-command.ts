import { spawn } from 'node:child_process'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { demoUser } from '../exchange-service/start-exchange-service.ts'
import { COMMAND_LINE } from '../support/command-line.ts'
import { COMPILE_CACHE } from '../support/compile-cache.ts'

/** Runs a command line as somebody types it, quotes and all, with `parcel-desk` installed below `root`. Gives what it printed. */
export async function typedCommand(root: string, line: string): Promise<string> {
  const bin = join(root, 'bin')
  await mkdir(bin, { recursive: true })
  const isWindows = process.platform === 'win32'
  const program = join(bin, isWindows ? 'parcel-desk.cmd' : 'parcel-desk')
  const called = `"${process.execPath}" "${COMMAND_LINE}"`
  await writeFile(program, isWindows ? `@${called} %*\r\n` : `#!/bin/sh\nexec ${called} "$@"\n`)
  await chmod(program, 0o755)
  const env = {
    PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`,
    HOME: root,
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    PARCEL_DESK_DATA_DIR: join(root, 'data of the command line'),
    PARCEL_DESK_PASSWORD: demoUser.password,
  }
  // `sh`, or cmd.exe on Windows.
  const shell = spawn(line, { shell: true, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [printed, said] = await Promise.all([text(shell.stdout), text(shell.stderr)])
  if (shell.exitCode !== 0 && printed === '') throw new Error(`${line}\n${said}`)
  return printed
}
