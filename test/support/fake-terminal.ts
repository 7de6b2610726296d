import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ClockPort } from '../../src/engine/ports/clock.ts'
import { createSystemClock } from '../../src/adapters/system-clock.ts'
import { createLogger, type Logger } from '../../src/engine/base/logger.ts'
import type { ParcelDesk } from '../../src/engine/parcel-desk.ts'
import { runCommandLine } from '../../src/cli/run-command-line.ts'
import type { DeskOptions, Terminal } from '../../src/cli/terminal/terminal.ts'

export interface FakeTerminalOptions {
  installationNotice?: string
  thirdPartyFile?: string
  desk?: ParcelDesk
  env?: Terminal['env']
  stdin?: string | Buffer | Readable
  workingDir?: string
  clock?: ClockPort
}

export interface RunOutcome {
  code: number
  stdout: string
  stderr: string
  /** Log lines that were written. */
  log: string
  /** How the engine was opened; empty where it never was. */
  opened: DeskOptions[]
}

export interface FakeTerminal {
  terminal: Terminal
  /** As Ctrl+C does. */
  interrupt(): void
  /** As an error does that nobody caught. */
  breakDown(error: unknown): void
  outcome(code: number): Promise<RunOutcome>
}

/** A terminal whose streams are pipes and whose engine is the one given. */
export function createFakeTerminal(options: FakeTerminalOptions = {}): FakeTerminal {
  const stdout = new PassThrough({ highWaterMark: 64 * 1024 * 1024 })
  const stderr = new PassThrough({ highWaterMark: 64 * 1024 * 1024 })
  const lines: string[] = []
  const opened: DeskOptions[] = []
  const interrupts = createListeners<undefined>()
  const uncaught = createListeners<unknown>()
  const log = createLogger({ write: (_level, line) => void lines.push(line) })
  const terminal: Terminal = {
    version: '1.2.3',
    pdfProgram: new URL('../../src/adapters/pdf/pdf-worker.ts', import.meta.url),
    thirdPartyFile: options.thirdPartyFile ?? '/nothing/here.json',
    installationNotice: () => Promise.resolve(options.installationNotice),
    clock: options.clock ?? createSystemClock(),
    env: options.env ?? {},
    workingDir: options.workingDir ?? '/work-dir',
    stdin: inputOf(options.stdin),
    stdout,
    stderr,
    onInterrupt: interrupts.add,
    suspend: () => undefined,
    onContinued: () => () => undefined,
    onUncaught: uncaught.add,
    openLog: () => Promise.resolve(log),
    openDesk: (deskOptions) => {
      opened.push(deskOptions)
      return options.desk === undefined
        ? Promise.reject(new Error('no engine in this test'))
        : Promise.resolve(withLogger(options.desk, log))
    },
  }
  return {
    terminal,
    interrupt: () => {
      interrupts.call(undefined)
    },
    breakDown: uncaught.call,
    outcome: async (code) => {
      stdout.end()
      stderr.end()
      return { code, stdout: await text(stdout), stderr: await text(stderr), log: lines.join('\n'), opened }
    },
  }
}

/** The engine with the log of the test, which hears of every password as an engine's own does. */
function withLogger(desk: ParcelDesk, logger: Logger): ParcelDesk {
  return {
    ...desk,
    logger,
    connect: (signedIn) => {
      const password = async () => {
        const secret = await signedIn.password()
        logger.addSecret(secret)
        return secret
      }
      return desk.connect({ ...signedIn, password })
    },
  }
}

interface Listeners<Value> {
  add: (listener: (value: Value) => void) => () => void
  call: (value: Value) => void
}

function createListeners<Value>(): Listeners<Value> {
  const listeners = new Set<(value: Value) => void>()
  return {
    add: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    call: (value) => {
      for (const listener of listeners) listener(value)
    },
  }
}

/** Runs one command line in a fake terminal. */
export async function run(argv: string[], options: FakeTerminalOptions = {}): Promise<RunOutcome> {
  const fake = createFakeTerminal(options)
  return await fake.outcome(await runCommandLine(argv, fake.terminal))
}

/** What was printed, as a value that claims no type. */
export function json(printed: string): unknown {
  return JSON.parse(printed)
}

function inputOf(stdin: FakeTerminalOptions['stdin']): Readable {
  if (stdin instanceof Readable) return stdin
  return Readable.from(stdin === undefined ? [] : [Buffer.from(stdin)])
}
