import { CommanderError } from 'commander'
import { AppError, failureOf } from '../shared/errors/app-error.ts'
import { EXIT_CODES } from '../shared/errors/exit-code.ts'
import { describeFailure } from '../shared/errors/failure-texts.ts'
import type { DescribedFailure } from '../shared/errors/failure.ts'
import { unexpectedFailure } from '../engine/base/logger.ts'
import { buildCommandTree, type Launch } from './command-tree.ts'
import { createDeskOpener, type DeskOpener } from './connection/desk-opener.ts'
import { checkArguments, checkSurroundings } from './options/check-arguments.ts'
import { listenForInterruption } from './terminal/interruption.ts'
import { createScreen } from './terminal/screen.ts'
import type { Terminal } from './terminal/terminal.ts'

/** Runs one command line, given without the program’s own name, and returns its exit code. Never throws. */
export async function runCommandLine(argv: readonly string[], terminal: Terminal): Promise<number> {
  const isInLines = argv.includes('--json-events')
  const [isQuiet, isVerbose] = [argv.includes('--quiet'), argv.includes('--verbose')]
  const isJson = isInLines || argv.includes('--json')
  const opener = createDeskOpener(terminal, (notice) => screen.problems([notice]))
  const screen = createScreen(terminal, { isJson, isInLines, isQuiet, isVerbose, redact: opener.redact })
  const interruption = listenForInterruption(terminal, screen.note)
  let ended: DescribedFailure | undefined
  const launch: Launch = async (command, load) => {
    opener.configure(command.opts())
    const action = await load()
    const { args } = command
    ended = await action({ options: command.opts(), args, terminal, screen, interruption, open: opener.open })
  }
  try {
    const program = buildCommandTree({ version: terminal.version, launch, ...writers(terminal) })
    const words = argv[0] === '--notices' ? ['notices', ...argv.slice(1)] : argv
    checkSurroundings(terminal)
    checkArguments(program, words)
    await orUncaught(terminal, () => program.parseAsync(words, { from: 'user' }))
  } catch (thrown) {
    if (thrown instanceof CommanderError && thrown.code === 'commander.version') await noteInstallation(terminal)
    // Thrown for help and version, and for the help that a command line without a command gets.
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : EXIT_CODES['bad-usage']
    ended = await describeThrown(interruption.stop.aborted ? translateAbort(thrown) : thrown, opener)
    await screen.failureResult(ended)
  } finally {
    interruption.end()
    await opener.close()
  }
  if (ended === undefined) return 0
  screen.failure(ended)
  return EXIT_CODES[ended.tag]
}

/** An error that nobody caught ends the command too, which might otherwise wait for ever. */
async function orUncaught(terminal: Terminal, work: () => Promise<unknown>): Promise<void> {
  const uncaught = Promise.withResolvers<never>()
  const end = terminal.onUncaught(uncaught.reject)
  try {
    await Promise.race([work(), uncaught.promise])
  } finally {
    end()
  }
}

/** Translates Node’s error for a read that Ctrl+C aborted. */
function translateAbort(thrown: unknown): unknown {
  const isAbort = thrown instanceof Error && thrown.name === 'AbortError'
  return isAbort ? new AppError({ tag: 'interrupted' }, { cause: thrown }) : thrown
}

/** Beside the version, on stderr: whoever asks for it may be looking for the other one. */
async function noteInstallation({ installationNotice, stderr }: Terminal): Promise<void> {
  const notice = await installationNotice()
  if (notice !== undefined) stderr.write(`${notice}.\n`)
}

function writers({ stdout, stderr }: Terminal): { writeOut: (text: string) => void; writeErr: (text: string) => void } {
  return {
    writeOut: (text) => {
      stdout.write(text)
    },
    writeErr: (text) => {
      stderr.write(text)
    },
  }
}

/**
 * The failure of a whole command, in words and without secrets. An unexpected error becomes `internal` with a reference, under
 * which the log has the stack.
 */
async function describeThrown(
  thrown: unknown,
  source: Pick<DeskOpener, 'log' | 'recordCrash'>,
): Promise<DescribedFailure> {
  const failure = failureOf(thrown)
  if (failure?.tag === 'bad-usage') return describeFailure(failure)
  const log = await source.log()
  if (failure === undefined) {
    await source.recordCrash(thrown)
    return describeFailure(unexpectedFailure(log, 'command line', thrown))
  }
  log.warn('command.failed', { failure, thrown })
  const { tag, message, next } = describeFailure(failure)
  return { tag, message: log.redact(message), next }
}
