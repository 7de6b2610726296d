import { Readable, Writable } from 'node:stream'
import { createSystemClock } from '../../src/adapters/system-clock.ts'
import { runCommandLine } from '../../src/cli/run-command-line.ts'
import { createTerminalPorts, openTerminalLog } from '../../src/cli/terminal/terminal-ports.ts'
import type { OutputStream, Terminal } from '../../src/cli/terminal/terminal.ts'
import { createLogger } from '../../src/engine/base/logger.ts'
import { createParcelDesk } from '../../src/engine/create-parcel-desk.ts'

const source = (file: string): URL => new URL(`../../src/${file}`, import.meta.url)
const PAC_PROGRAM = source('adapters/network/pac/pac-worker.ts')
const DISK_PROGRAM = source('engine/saving/disk/disk-worker.ts')
const VERSION = '1.2.3'

export interface ProgramResult {
  code: number | null
  stdout: string
  stderr: string
}

interface Place {
  folder: string
  env: Terminal['env']
  stdin: string
  /** Interrupts it, as Ctrl+C does. */
  end: AbortSignal
}

/**
 * Runs a command line, with all that its program has, in the process of the test: most of what a run of few documents costs
 * is the start of its process.
 */
export async function runHere(words: string[], { folder, env, stdin, end }: Place): Promise<ProgramResult> {
  const stdout = createSink()
  const stderr = createSink()
  const place = { stderr: stderr.stream, workingDir: folder }
  const terminal: Terminal = {
    version: VERSION,
    launcher: undefined,
    thirdPartyFile: '',
    installationNotice: () => Promise.resolve(undefined),
    clock: createSystemClock(),
    env,
    ...place,
    stdin: Readable.from([Buffer.from(stdin)]),
    stdout: stdout.stream,
    onInterrupt: (listener) => {
      end.addEventListener('abort', listener)
      return () => end.removeEventListener('abort', listener)
    },
    onUncaught: () => () => undefined,
    openLog: async (options) => createLogger(await openTerminalLog(options, place)),
    openDesk: async (options) => {
      const ports = await createTerminalPorts(options, { ...place, env, pacProgram: PAC_PROGRAM })
      return createParcelDesk({ ...ports, diskProgram: DISK_PROGRAM, version: VERSION })
    },
  }
  const code = await runCommandLine(words, terminal)
  return { code, stdout: stdout.written(), stderr: stderr.written() }
}

function createSink(): { stream: OutputStream; written(): string } {
  const chunks: Buffer[] = []
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk)
      done()
    },
  })
  return { stream, written: () => Buffer.concat(chunks).toString('utf8') }
}
