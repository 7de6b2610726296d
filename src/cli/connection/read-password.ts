import { createInterface } from 'node:readline'
import { addAbortSignal, Writable } from 'node:stream'
import { AppError, badUsage } from '../../shared/errors/app-error.ts'
import type { CommandRun } from '../command-run.ts'
import type { ConnectionOptions } from '../options/option-types.ts'
import type { InputStream, Terminal } from '../terminal/terminal.ts'
import { envValue } from './choose-connection.ts'

const MAX_LINE_BYTES = 64 * 1024
const NEWLINE = 0x0a
/** Some shells write this before piped text. */
const BYTE_ORDER_MARK = '\uFEFF'

type PasswordRun = Pick<CommandRun<ConnectionOptions>, 'terminal' | 'options' | 'interruption'>

/**
 * Reads the password of somebody, such as “ops@aurora.example at exchange.example.com”: from standard input if requested, else
 * from the environment, else by a prompt without echo. Never prompts if standard input is not a terminal. Fails with
 * no-credentials, interrupted.
 */
export async function readPassword(
  { terminal, options, interruption: { stop: signal } }: PasswordRun,
  of: string,
): Promise<string> {
  const { env, stdin } = terminal
  const isFromStdin = options.passwordStdin === true
  const isTerminal = stdin.isTTY === true
  if (isFromStdin && !isTerminal) {
    const piped = await readFirstLine(stdin, signal)
    return notEmpty(piped, 'Standard input was empty', 'Pipe the password in as the first line.')
  }
  const fromEnvironment = envValue(env, 'PARCEL_DESK_PASSWORD')
  if (fromEnvironment !== undefined && !isFromStdin) return fromEnvironment
  if (isTerminal) {
    const typed = await askWithoutEcho(terminal, `Password of ${of}: `, signal)
    return notEmpty(typed, 'No password was typed', 'Run the command again, and type it.')
  }
  throw new AppError({
    tag: 'no-credentials',
    what: `There is no password for ${of}.`,
    next: 'Put it into the environment variable PARCEL_DESK_PASSWORD, or pipe it in with --password-stdin.',
  })
}

function notEmpty(password: string, otherwise: string, next: string): string {
  if (password.includes('\uFFFD'))
    throw badUsage('The password is no UTF-8 text, and would be another one.', 'Give it in UTF-8.')
  if (password !== '') return password
  throw new AppError({ tag: 'no-credentials', what: `${otherwise}, so there is no password.`, next })
}

async function readFirstLine(stdin: InputStream, signal: AbortSignal): Promise<string> {
  // Otherwise Ctrl+C would have no effect while the other end of the pipe writes nothing.
  addAbortSignal(signal, stdin)
  const chunks: Buffer[] = []
  let bytes = 0
  const input: AsyncIterable<Buffer> = stdin
  for await (const part of input) {
    const end = part.indexOf(NEWLINE)
    chunks.push(end === -1 ? part : part.subarray(0, end))
    bytes += part.length
    if (end !== -1) break
    if (bytes > MAX_LINE_BYTES) throw badUsage('The first line of standard input is too long for a password.')
  }
  const line = Buffer.concat(chunks).toString('utf8')
  return line.replace(/\r$/, '').replace(BYTE_ORDER_MARK, '')
}

/** Readline handles editing and restores the terminal; its echo is discarded. */
async function askWithoutEcho(
  { stdin, stderr, suspend, onContinued }: Terminal,
  question: string,
  signal: AbortSignal,
): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const readline = createInterface({ input: stdin, output: nowhere, terminal: true, historySize: 0 })
  const askAgain = (): void => {
    // The shell has set the terminal to echo, while Node still takes it for raw.
    stdin.setRawMode?.(false)
    stdin.setRawMode?.(true)
    // What was typed before would go unseen in front of the answer.
    readline.write(null, { ctrl: true, name: 'u' })
    stderr.write(`\n${question}`)
  }
  let unsubscribe = onContinued(askAgain)
  stderr.write(question)
  try {
    return await new Promise((resolve, reject) => {
      const interrupted = (): void => reject(new AppError({ tag: 'interrupted' }))
      if (signal.aborted) interrupted()
      signal.addEventListener('abort', interrupted, { once: true })
      readline.on('SIGINT', interrupted)
      // Left to readline, the input stays paused afterwards; and where nothing stops, because no shell could continue it, echo on.
      readline.on('SIGTSTP', () => {
        unsubscribe()
        stdin.setRawMode?.(false)
        suspend()
        unsubscribe = onContinued(askAgain)
        askAgain()
      })
      readline.on('close', () => resolve(''))
      readline.on('line', resolve)
    })
  } finally {
    unsubscribe()
    readline.close()
    stderr.write('\n')
  }
}
