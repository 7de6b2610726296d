import { isUtf8 } from 'node:buffer'
import { hash } from 'node:crypto'
import { isInstant } from '../../../shared/text/is-instant.ts'

/** A message as a journal keeps it. */
export interface JournalMessage {
  body: Buffer
  /** When the desk that wrote the journal had it, ISO. */
  seenAt: string
}

/** Half a SHA-256 of a half: enough against damage; nobody who can write the journal is kept out by it. */
const CHECKSUM_CHARS = 16
const SPACE = 0x20

/**
 * One line: checksum of the rest, a blank, the time, a blank, the body – as a JSON text, so that a person can read it, or in
 * Base64 where it is no UTF-8. With its line end.
 */
export function journalLine({ body, seenAt }: JournalMessage): string {
  const rest = `${seenAt} ${isUtf8(body) ? JSON.stringify(body.toString('utf8')) : body.toString('base64')}`
  return `${checksumOf(Buffer.from(rest))} ${rest}\n`
}

/** Clocks of offices differ; one that is days ahead is not believed. */
const MOST_AHEAD_MS = 24 * 60 * 60 * 1_000

/**
 * The message of a line without its line end; undefined where the line is damaged: also where its time is none, or lies in
 * the future (W-H2). A little ahead, as of another clock, it counts as now.
 */
export function readJournalLine(line: Buffer, now: Date): JournalMessage | undefined {
  const rest = line.subarray(CHECKSUM_CHARS + 1)
  const checksum = line.subarray(0, CHECKSUM_CHARS).toString('latin1')
  if (line[CHECKSUM_CHARS] !== SPACE || checksum !== checksumOf(rest)) return undefined
  const end = rest.indexOf(SPACE)
  if (end === -1) return undefined
  const seenAt = readTime(rest.subarray(0, end).toString('latin1'), now)
  if (seenAt === undefined) return undefined
  const body = readBody(rest.subarray(end + 1).toString('utf8'))
  return body === undefined ? undefined : { body, seenAt }
}

function readTime(text: string, now: Date): string | undefined {
  const timeMs = Date.parse(text)
  if (!isInstant(text) || timeMs > now.getTime() + MOST_AHEAD_MS) return undefined
  return new Date(Math.min(timeMs, now.getTime())).toISOString()
}

function readBody(text: string): Buffer | undefined {
  if (!text.startsWith('"')) return Buffer.from(text, 'base64')
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'string' ? Buffer.from(body) : undefined
  } catch {
    return undefined
  }
}

function checksumOf(rest: Buffer): string {
  return hash('sha256', rest).slice(0, CHECKSUM_CHARS)
}
