import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { once } from 'node:events'

/** A program of the campaign that is started again whenever it ends, as by a service manager or by a clerk. */
export interface Actor {
  readonly name: string
  signal(name: NodeJS.Signals): void
  /** Resolves once it has ended by itself after being asked to, and is not started again. */
  stop(): Promise<void>
}

export interface ActorOptions {
  name: string
  /** The command line of each start. */
  words: () => readonly string[]
  root: Root
}

/** The folder of a campaign, and how programs are started in it. */
export interface Root {
  folder: string
  program: string
  env: () => Record<string, string | undefined>
}

const PAUSE_MS = 150
/** A program that was asked to end and has not done so by then hangs. */
const MAX_END_MS = 240_000

export function startActor({ name, words, root }: ActorOptions): Actor {
  let child: ChildProcess | undefined
  let isStopping = false
  const run = async (): Promise<void> => {
    while (!isStopping) {
      child = spawnProgram(root, name, words())
      await once(child, 'exit')
      await delay(PAUSE_MS)
    }
  }
  const ended = run()
  return {
    name,
    signal: (signal) => void child?.kill(signal),
    stop: async () => {
      isStopping = true
      child?.kill('SIGCONT')
      child?.kill('SIGINT')
      const hangs = delay(MAX_END_MS, 'hangs' as const, { ref: false })
      if ((await Promise.race([ended, hangs])) !== 'hangs') return
      child?.kill('SIGKILL')
      await ended
      throw new Error(`${name} did not end within ${MAX_END_MS / 1_000} s of being asked to`)
    },
  }
}

/** Runs a command to its end, and returns its exit code. */
export async function runProgram(root: Root, name: string, words: readonly string[]): Promise<number | null> {
  const child = spawnProgram(root, name, words)
  await once(child, 'exit')
  return child.exitCode
}

/** What it says is kept, so that it can be read after a failure, and searched for secrets. */
function spawnProgram({ folder, program, env }: Root, name: string, words: readonly string[]): ChildProcess {
  mkdirSync(join(folder, 'said'), { recursive: true })
  const said = openSync(join(folder, 'said', `${name}.txt`), 'a')
  try {
    const args = [program, ...words, '--data-dir', join(folder, 'data', name)]
    return spawn(process.execPath, args, { cwd: folder, env: env(), stdio: ['ignore', said, said] })
  } finally {
    closeSync(said)
  }
}
