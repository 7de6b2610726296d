import { ignoring } from '../../shared/errors/ignoring.ts'
import type { DescribedFailure } from '../../shared/errors/failure.ts'
import type { Problem } from '../../shared/model/parcel-set.ts'
import { plainText } from '../../shared/text/plain-text.ts'
import { inAscii, jsonChunks, createOutput, onOneLine } from './output.ts'
import type { ClockPort } from '../../engine/ports/clock.ts'
import type { Terminal, OutputStream } from './terminal.ts'
import { cutToWidth, displayWidth } from './text-table.ts'

export interface ScreenOptions {
  isJson: boolean
  /** Lines of JSON: the result is one, too. */
  isInLines?: boolean
  isQuiet: boolean
  /** Log lines go to stderr, which leaves no room for a progress line. */
  isVerbose: boolean
  /** Removes secrets from messages: the service may repeat a token in an error. */
  redact: (text: string) => string
}

/** The output of a command: results on stdout, everything else on stderr. */
export interface Screen {
  /** The result: one JSON document with --json, otherwise the lines for people. */
  result(document: object, lines: () => Iterable<string>): Promise<void>
  /** A line of JSON before the result. */
  event(event: object): void
  /** Text that is the same with or without --json, such as a completion script. */
  text(pieces: Iterable<string>): Promise<void>
  /** A sentence for information; omitted with --quiet. */
  note(sentence: string): void
  /** Problems that did not stop the work; always printed. */
  problems(problems: Iterable<Problem>): void
  /** A failure and what to do next; always printed. */
  failure(failure: DescribedFailure): void
  /** With --json, the failure in place of a result, unless a part of one was printed already. */
  failureResult(failure: DescribedFailure): Promise<void>
  /** Width of the terminal that results go to; undefined for a pipe or a file. */
  columns: number | undefined
  /**
   * The progress, omitted with --quiet and --verbose: on a terminal a line that is redrawn, by its `narrow` text where the whole
   * does not fit; at one that cannot redraw, or where PARCEL_DESK_PROGRESS asks for it, a narrow line now and then.
   */
  progress(text: string, narrow?: string): void
}

/** The screen of one command. */
export function createScreen(
  { stdout, stderr, env, clock }: Terminal,
  options: ScreenOptions,
  platform: NodeJS.Platform = process.platform,
): Screen {
  const isPipedOnWindows = platform === 'win32' && stdout.isTTY !== true
  const asPiped = (chunks: Iterable<string>): Iterable<string> => (isPipedOnWindows ? inAscii(chunks) : chunks)
  const json = (document: object): Iterable<string> =>
    asPiped(options.isInLines === true ? onOneLine(jsonChunks(document)) : jsonChunks(document))
  const { isJson, isQuiet, isVerbose, redact } = options
  const output = createOutput(stdout)
  const isAppended = env['PARCEL_DESK_PROGRESS'] === 'lines' || (stderr.isTTY === true && env['TERM'] === 'dumb')
  const line = isAppended ? createProgressLines(stderr, clock) : createProgressLine(stderr)
  // A closed stderr must not end an unattended run.
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
    event: (event) => {
      const told = `${JSON.stringify(event)}\n`
      void output.write(asPiped([told])).catch(ignoring('that nobody reads any more is told by the result'))
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
    progress: (text, narrow) => {
      if (!isQuiet && !isVerbose) line.show(text, narrow)
    },
  }
}

const REDRAW_GAP_MS = 100
const CLEAR_LINE = '\r\u001B[K'
const NARROWEST_COLUMNS = 20

/** One line at the bottom of a terminal that is redrawn in place. */
export interface ProgressLine {
  show(text: string, narrow?: string): void
  /** Removes the line, so that something else can be written. */
  clear(): void
}

/** Redraws at most ten times a second and never loses the last text. Draws nothing if the stream is not a terminal. */
export function createProgressLine(stream: OutputStream): ProgressLine {
  if (stream.isTTY !== true) return { show: () => undefined, clear: () => undefined }
  let pending = ''
  let pendingNarrow = ''
  let drawn = ''
  let timer: NodeJS.Timeout | undefined
  const draw = (): void => {
    timer = undefined
    if (pending === drawn) return
    // A line that wraps could not be redrawn in place.
    const room = Math.max(NARROWEST_COLUMNS, stream.columns || 80) - 1
    stream.write(CLEAR_LINE + cutToWidth(displayWidth(pending) <= room ? pending : pendingNarrow, room))
    drawn = pending
    timer = setTimeout(draw, REDRAW_GAP_MS)
    timer.unref()
  }
  return {
    show: (text, narrow = text) => {
      pending = text
      pendingNarrow = narrow
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

/** Calm enough for a screen reader and a log. */
const LINE_GAP_MS = 10_000

/** Adds a line at most every ten seconds, and never takes one back. */
export function createProgressLines(stream: OutputStream, clock: Pick<ClockPort, 'monotonicMs'>): ProgressLine {
  let nextMs = clock.monotonicMs()
  return {
    show: (text, narrow = text) => {
      if (clock.monotonicMs() < nextMs) return
      nextMs = clock.monotonicMs() + LINE_GAP_MS
      stream.write(`${narrow}\n`)
    },
    clear: () => undefined,
  }
}
