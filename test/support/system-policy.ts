import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { COMMAND_LINE } from './command-line.ts'

/** Whom the program runs as: nobody special. */
const ORDINARY_USER = 65_534

/** Whether programs can be given an `/etc` of their own here: only by root on Linux. */
export const HAS_OWN_ETC =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['-m', 'setpriv', '--reuid', String(ORDINARY_USER), '--clear-groups', 'true']).status === 0

/** A computer whose `/etc/parcel-desk` an administrator has written, and an ordinary user at it. */
export interface ManagedComputer {
  /** What is `/etc/parcel-desk` there. */
  policyFolder: string
  policyFile: string
  /** The home of the user, who may write there. */
  home: string
  run(
    words: readonly string[],
    env?: Record<string, string>,
  ): Promise<{ code: number | null; stdout: string; stderr: string }>
}

/** Ends with the test. */
export function manageComputer(policy?: object): ManagedComputer {
  const root = mkdtempSync(join(tmpdir(), 'parcel-desk-etc-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  chmodSync(root, 0o755)
  const [etc, home] = [join(root, 'etc'), join(root, 'home')]
  const policyFolder = join(etc, 'parcel-desk')
  const policyFile = join(policyFolder, 'policy.json')
  mkdirSync(policyFolder, { recursive: true, mode: 0o755 })
  mkdirSync(home, { mode: 0o777 })
  chmodSync(home, 0o777)
  for (const file of ['passwd', 'group', 'hosts', 'nsswitch.conf']) {
    if (existsSync(`/etc/${file}`)) copyFileSync(`/etc/${file}`, join(etc, file))
  }
  if (policy !== undefined) writeFileSync(policyFile, JSON.stringify(policy), { mode: 0o644 })
  return { policyFolder, policyFile, home, run: (words, env) => runThere({ etc, home, words, env }) }
}

interface RunThere {
  etc: string
  home: string
  words: readonly string[]
  env: Record<string, string> | undefined
}

async function runThere({ etc, home, words, env }: RunThere): ReturnType<ManagedComputer['run']> {
  const asUser = ['setpriv', '--reuid', ORDINARY_USER, '--regid', ORDINARY_USER, '--clear-groups'].join(' ')
  const script = `mount --bind "$0" /etc && exec ${asUser} "$@"`
  const child = spawn('unshare', ['-m', 'sh', '-c', script, etc, process.execPath, COMMAND_LINE, ...words], {
    cwd: home,
    env: { PATH: process.env['PATH'], HOME: home, ...env },
  })
  child.stdin.end()
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, stdout, stderr }
}
