import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { z } from 'zod'
import { COMPILE_CACHE } from '../support/compile-cache.ts'
import { PROJECT_ROOT } from '../support/project-files.ts'
import { SLOW_HOST } from '../support/slow-host.ts'

interface ShellProcess {
  url: string
  /** The folder that dialogs choose. */
  folder: string
  pid: number
  /** At once, as in a power cut. */
  kill(): Promise<void>
}

interface ShellProcessOptions {
  /** Contains data and saved documents; the same root is the same installation. */
  root: string
  args?: readonly string[]
  env?: Readonly<Record<string, string>>
}

/** A desk in a separate process, as `npm run shell` starts it. Fails where it ends instead of serving; it has said why. */
export async function startShellProcess({ root, args = [], env = {} }: ShellProcessOptions): Promise<ShellProcess> {
  const program = join(PROJECT_ROOT, 'test/browser-shell/main.ts')
  const seed = process.env[SLOW_HOST]
  const slow = seed === undefined ? {} : { [SLOW_HOST]: seed }
  const child = spawn(process.execPath, [program, '--data-dir', root, ...args], {
    env: { PATH: process.env['PATH'], HOME: root, NODE_COMPILE_CACHE: COMPILE_CACHE, ...slow, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const neverServed = ended.then(() => Promise.reject(new Error('The shell ended before it served anything.')))
  const [line] = (await Promise.race([once(child.stdout.setEncoding('utf8'), 'data'), neverServed])).map(String)
  const { url } = z.object({ url: z.string() }).parse(JSON.parse(line ?? ''))
  return {
    url,
    folder: join(root, 'Saved documents'),
    pid: child.pid ?? Number.NaN,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
