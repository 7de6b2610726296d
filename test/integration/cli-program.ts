import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { ClockPort } from '../../src/engine/ports/clock.ts'
import { COMMAND_LINE } from '../support/command-line.ts'
import { COMPILE_CACHE } from '../support/compile-cache.ts'
import { demoUser } from '../exchange-service/start-exchange-service.ts'
import { runHere } from './run-here.ts'

export interface ProgramResult {
  code: number | null
  stdout: string
  stderr: string
}

export interface RunningProgram {
  child: ChildProcessWithoutNullStreams
  /** What came on stderr so far. */
  said(): string
  /** What came on stdout so far. */
  printed(): string
  result: Promise<ProgramResult>
}

/** The command line as a user starts it: a process of its own, with a data folder of its own. */
export interface Program {
  /** Folder of this test; data are below `data`. */
  folder: string
  run(words: string[], options?: ProgramOptions): Promise<ProgramResult>
  /**
   * The same in the process of the test, at a fraction of the cost: for what a test prepares or looks at, and wherever it is
   * not about the process: how it starts and ends, is interrupted or killed, holds a lock, or reads its environment.
   */
  runHere(words: string[], options?: HereOptions): Promise<ProgramResult>
  start(words: string[], options?: ProgramOptions): RunningProgram
  /** All files that there are below a folder, as text, one after the other. */
  everythingIn(folder: string): Promise<string>
  remove(): Promise<void>
}

export interface ProgramOptions {
  env?: Record<string, string | undefined>
  stdin?: string
}

export interface HereOptions extends ProgramOptions {
  /** By which the engine waits; that of the system unless given. */
  clock?: ClockPort
}

/** A program whose one-off connection goes to the address, as the demo user. */
export async function createProgram(baseUrl: string): Promise<Program> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cli-program-'))
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    PARCEL_DESK_DATA_DIR: path.join(folder, 'data'),
    PARCEL_DESK_BASE_URL: baseUrl,
    PARCEL_DESK_USERNAME: demoUser.username,
    PARCEL_DESK_PASSWORD: demoUser.password,
  }
  const start: Program['start'] = (words, options = {}) => {
    const child = spawn(process.execPath, [COMMAND_LINE, ...words], { cwd: folder, env: { ...env, ...options.env } })
    // A program may refuse its words before it reads; its exit says so.
    child.stdin.on('error', () => undefined).end(options.stdin ?? '')
    const stdout = collect(child.stdout)
    const stderr = collect(child.stderr)
    const result = new Promise<ProgramResult>((resolve) => {
      child.once('close', (code) => {
        resolve({ code, stdout: stdout(), stderr: stderr() })
      })
    })
    return { child, said: stderr, printed: stdout, result }
  }
  const removed = new AbortController()
  const runningHere: Promise<ProgramResult>[] = []
  return {
    folder,
    start,
    run: async (words, options) => await start(words, options).result,
    runHere: async (words, options = {}) => {
      const terminal = { ...options, env: { ...env, ...options.env }, workingDir: folder }
      const running = runHere(words, terminal, removed.signal)
      runningHere.push(running)
      return await running
    },
    everythingIn: async (below) => {
      const entries = await readdir(path.join(folder, below), { recursive: true, withFileTypes: true })
      const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
      return (await Promise.all(files.map((file) => readFile(file, 'latin1')))).join('\n')
    },
    remove: async () => {
      // What a failed test no longer waits for.
      removed.abort()
      await Promise.allSettled(runningHere)
      // Windows lets nobody remove what a program that was just killed still holds.
      await rm(folder, { recursive: true, force: true, maxRetries: 20 })
    },
  }
}

function collect(stream: Readable): () => string {
  const chunks: Buffer[] = []
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  return () => Buffer.concat(chunks).toString('utf8')
}
