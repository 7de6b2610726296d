import type { DescribedFailure } from '../../shared/errors/failure.ts'
import type { Problem } from '../../shared/model/parcel-set.ts'
import { plainText } from '../../shared/text/plain-text.ts'
import { inAscii, jsonChunks, createOutput } from './output.ts'
import type { Terminal, OutputStream } from './terminal.ts'
import { cutToWidth } from './text-table.ts'

export interface ScreenOptions {
  isJson: boolean
  isQuiet: boolean
  /** Log lines go to stderr, between which a line that is drawn over has no place. */
  isVerbose: boolean
  /** Takes secrets out of what is said: the service may repeat a token in its error. */
  redact: (text: string) => string
}

/** What a command says: results on stdout, everything else on stderr. */
export interface Screen {
  /** The result: one JSON document with --json, otherwise the lines for people. */
  result(document: object, lines: () => Iterable<string>): Promise<void>
  /** Text that is the same with or without --json, such as a completion script. */
  text(pieces: Iterable<string>): Promise<void>
  /** A sentence that is good to know; --quiet leaves it out. */
  note(sentence: string): void
  /** What did not stop the work but must be known; never left out. */
  problems(problems: Iterable<Problem>): void
  /** What a failure is and what to do next; never left out. */
  failure(failure: DescribedFailure): void
  /** With --json the failure in place of a result, unless a part of one was printed already. */
  failureResult(failure: DescribedFailure): Promise<void>
  /** Columns of the terminal that results go to; undefined for a pipe or a file. */
  columns: number | undefined
  /** One line that is drawn over, on a terminal only; --quiet and --verbose leave it out. */
  progress(text: string): void
}

/** The screen of one command. */
export function createScreen(
  { stdout, stderr }: Terminal,
  options: ScreenOptions,
  platform: NodeJS.Platform = process.platform,
): Screen {
  const isPipedOnWindows = platform === 'win32' && stdout.isTTY !== true
  const json = (document: object): Iterable<string> =>
    isPipedOnWindows ? inAscii(jsonChunks(document)) : jsonChunks(document)
  const { isJson, isQuiet, isVerbose, redact } = options
  const output = createOutput(stdout)
  const line = createProgressLine(stderr)
  // A closed stderr must not end a run that nobody watches.
  stderr.on('error', () => undefined)
  const say = (sentence: string): void => {
    line.clear()
    stderr.write(`${plainText(redact(sentence))}\n`)
  }
  let hasWritten = false
  const write = async (pieces: Iterable<string>): Promise<void> => {
    line.clear()
    hasWritten = true
    await output.write(pieces)
  }
  return {
    result: async (document, lines) => {
      await write(isJson ? json(document) : lines())
    },
    text: async (pieces) => {
      await write(isJson && isPipedOnWindows ? inAscii(pieces) : pieces)
    },
    columns: stdout.isTTY === true && stdout.columns !== undefined && stdout.columns > 0 ? stdout.columns : undefined,
    note: (sentence) => {
      if (!isQuiet) say(sentence)
    },
    problems: (problems) => {
      for (const { where, message } of problems) say(`${where}: ${message}`)
    },
    failure: ({ message, next }) => {
      say(`${message} ${next}`)
    },
    failureResult: async (failure) => {
      if (isJson && !hasWritten) await write(json({ failure }))
    },
    progress: (text) => {
      if (!isQuiet && !isVerbose) line.show(text)
    },
  }
}

const REDRAW_GAP_MS = 100
const CLEAR_LINE = '\r\u001B[K'
const NARROWEST_COLUMNS = 20

/** One line at the bottom of a terminal that is drawn over again. */
export interface ProgressLine {
  show(text: string): void
  /** Takes the line away, so that something else can be written. */
  clear(): void
}

/** At most ten drawings a second, the last of them never lost. Draws nothing on what is no terminal. */
export function createProgressLine(stream: OutputStream): ProgressLine {
  if (stream.isTTY !== true) return { show: () => undefined, clear: () => undefined }
  let pending = ''
  let drawn = ''
  let timer: NodeJS.Timeout | undefined
  const draw = (): void => {
    timer = undefined
    if (pending === drawn) return
    // A line that wraps cannot be drawn over.
    const room = Math.max(NARROWEST_COLUMNS, stream.columns || 80) - 1
    stream.write(CLEAR_LINE + cutToWidth(pending, room))
    drawn = pending
    timer = setTimeout(draw, REDRAW_GAP_MS)
    timer.unref()
  }
  return {
    show: (text) => {
      pending = text
      if (timer === undefined) draw()
    },
    clear: () => {
      clearTimeout(timer)
      timer = undefined
      if (drawn !== '') stream.write(CLEAR_LINE)
      drawn = ''
      pending = ''
    },
  }
}
