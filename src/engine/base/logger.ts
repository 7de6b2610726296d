import { randomBytes } from 'node:crypto'
import type { Failure } from '../../shared/errors/failure.ts'
import type { LogLevel, LogPort } from '../ports/host-ports.ts'
import { isSecretName, redact, REDACTED } from './redact.ts'

/** Facts of an event, such as `{ job, documents: 12 }`. Secrets in them are removed before anything is written. */
export type LogFields = Record<string, unknown>

export interface Logger {
  /** `event` is a fixed name such as `job.started`, never a sentence with values in it. */
  error(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  info(event: string, fields?: LogFields): void
  debug(event: string, fields?: LogFields): void
  /** From now on this value is removed from every line. */
  addSecret(secret: string): void
  /** Ends one call of `addSecret`: the value is a secret as long as there are others. */
  removeSecret(secret: string): void
  /** The text as this logger would write it: without secrets. */
  redact(text: string): string
  /** The value as this logger would write it: JSON without secrets, also where only the name of a field tells. */
  plain(value: unknown): unknown
}

const DEEPEST = 6
/** Items of a list or an object; more do not belong in a log. */
const MAX_ITEMS = 200

/** A log of JSON lines `{ time, level, event, fields }`, redacted. Never fails: what cannot be written is left out. */
export function createLogger(port: LogPort): Logger {
  /** How often each was added. */
  const secrets = new Map<string, number>()
  const clean = (text: string): string => redact(text, secrets.keys())
  const write = (level: LogLevel, event: string, fields: LogFields | undefined): void => {
    const head = { time: new Date().toISOString(), level, event: clean(event) }
    const line = fields === undefined ? head : { ...head, fields: plainValue(fields, clean) }
    port.write(level, JSON.stringify(line))
  }
  return {
    error: (event, fields) => {
      write('error', event, fields)
    },
    warn: (event, fields) => {
      write('warn', event, fields)
    },
    info: (event, fields) => {
      write('info', event, fields)
    },
    debug: (event, fields) => {
      write('debug', event, fields)
    },
    addSecret: (secret) => {
      secrets.set(secret, (secrets.get(secret) ?? 0) + 1)
    },
    removeSecret: (secret) => {
      const others = (secrets.get(secret) ?? 0) - 1
      if (others > 0) secrets.set(secret, others)
      else secrets.delete(secret)
    },
    redact: clean,
    plain: (value) => plainValue(value, clean),
  }
}

/** The value as JSON can represent it, all text redacted; errors keep message, stack and cause. */
function plainValue(value: unknown, clean: (text: string) => string, depth = 0): unknown {
  if (typeof value === 'string') return clean(value)
  if (typeof value === 'bigint' || typeof value === 'symbol') return clean(String(value))
  if (typeof value === 'function') return undefined
  if (typeof value !== 'object' || value === null) return value
  // Also ends circular references.
  if (depth >= DEEPEST) return '[deeper]'
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (value instanceof Uint8Array) return `[${value.length} bytes]`
  if (Array.isArray(value)) {
    const items = value.slice(0, MAX_ITEMS).map((item) => plainValue(item, clean, depth + 1))
    return value.length > MAX_ITEMS ? [...items, `[${value.length - MAX_ITEMS} more]`] : items
  }
  const entries = value instanceof Error ? errorEntries(value) : Object.entries(value)
  const plain = entries.slice(0, MAX_ITEMS).map(([name, inner]) => {
    // That there is a password is none.
    const isSecret = isSecretName(name) && typeof inner !== 'boolean'
    return [clean(name), isSecret ? REDACTED : plainValue(inner, clean, depth + 1)]
  })
  return Object.fromEntries(plain)
}

/** An error's message and stack are not enumerable; what libraries add to it (code, failure) is. */
function errorEntries(error: Error): [string, unknown][] {
  const own = Object.entries(error).filter(([name]) => name !== 'name')
  const cause: [string, unknown][] = error.cause === undefined ? [] : [['cause', error.cause]]
  return [['name', error.name], ['message', error.message], ['stack', error.stack], ...own, ...cause]
}

/** Logs an unexpected error with its stack; the user gets a reference to it. */
export function unexpectedFailure(logger: Logger, where: string, thrown: unknown): Failure {
  const reference = randomBytes(4).toString('hex')
  logger.error('unexpected', { reference, where, thrown })
  return { tag: 'internal', reference }
}
