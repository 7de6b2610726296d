import { runCommandLine } from '../../src/cli/run-command-line.ts'
import { createTerminalPorts, openTerminalLog } from '../../src/cli/terminal/terminal-ports.ts'
import type { Terminal } from '../../src/cli/terminal/terminal.ts'
import { createLogger } from '../../src/engine/base/logger.ts'
import { createParcelDesk } from '../../src/engine/create-parcel-desk.ts'
import { createFakeTerminal, type FakeTerminalOptions, type RunOutcome } from '../support/fake-terminal.ts'

const source = (file: string): URL => new URL(`../../src/${file}`, import.meta.url)
const certificatesProgram = source('adapters/network/certificates-worker.ts')
const diskProgram = source('engine/saving/disk/disk-worker.ts')

/**
 * Runs a command line, with the engine that its program has, in the process of the test: most of what a run of few documents
 * costs is the start of its process. The signal interrupts it, as Ctrl+C does.
 */
export async function runHere(words: string[], options: FakeTerminalOptions, end: AbortSignal): Promise<RunOutcome> {
  const fake = createFakeTerminal(options)
  const terminal: Terminal = {
    ...fake.terminal,
    openLog: async (desk) => createLogger(await openTerminalLog(desk, terminal)),
    openDesk: async (desk) => {
      const { version } = terminal
      return createParcelDesk({
        ...(await createTerminalPorts(desk, { ...terminal, certificatesProgram })),
        diskProgram,
        version,
        ...(options.clock === undefined ? {} : { clock: options.clock, silenceClock: options.clock }),
      })
    },
  }
  end.addEventListener('abort', fake.interrupt)
  return await fake.outcome(await runCommandLine(words, terminal))
}
