import { isUtf8 } from 'node:buffer'
import { hash } from 'node:crypto'
import path from 'node:path'
import type { Environment } from '../../../shared/model/connection.ts'
import { isInstant } from '../../../shared/text/dates.ts'

/** A message as the journal stores it. */
export interface JournalMessage {
  body: Buffer
  /** When the desk that wrote the journal received it, ISO. */
  seenAt: string
}

/** A quarter of a SHA-256: enough against damage, and no protection against someone who can write the journal. */
const CHECKSUM_CHARS = 16
const SPACE = 0x20

/**
 * One line with its line end: checksum of the rest, space, time, space, body. The body is a JSON string, which a person can
 * read, or Base64 where it is not UTF-8.
 */
export function journalLine({ body, seenAt }: JournalMessage): string {
  const rest = `${seenAt} ${isUtf8(body) ? JSON.stringify(body.toString('utf8')) : body.toString('base64')}`
  return `${checksumOf(Buffer.from(rest))} ${rest}\n`
}

/** The clocks of offices differ; one that is a day ahead is not believed. */
const MAX_AHEAD_MS = 24 * 60 * 60 * 1_000

/**
 * The message of a line (without its line end); undefined where the line is damaged, which includes a time that is invalid or
 * far in the future (W-H2). A time slightly ahead, from another clock, counts as now.
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
  if (!isInstant(text) || timeMs > now.getTime() + MAX_AHEAD_MS) return undefined
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

/** The journal of an environment in a shared folder: test and production never mix. */
export function journalFileIn(folder: string, environment: Environment): string {
  return path.join(folder, `parcel-desk-feed-${environment}.jsonl`)
}

/**
 * The files of a journal among the names in its folder, oldest first: `feed.jsonl`, `feed.2.jsonl`, `feed.3.jsonl` … A full
 * file is not renamed: a reader would lose its position in it, and Windows cannot rename an open file.
 */
export function journalFiles(file: string, names: readonly string[]): string[] {
  return names
    .flatMap((name) => {
      const number = numberOf(name, file)
      return number === undefined ? [] : [number]
    })
    .toSorted((one, other) => one - other)
    .map((number) => numberedFile(file, number))
}

/** The file that follows `last` in a journal. */
export function fileAfter(file: string, last: string): string {
  return numberedFile(file, (numberOf(path.basename(last), file) ?? 1) + 1)
}

function numberedFile(file: string, number: number): string {
  const { dir, name, ext } = path.parse(file)
  return number === 1 ? file : path.join(dir, `${name}.${number}${ext}`)
}

function numberOf(fileName: string, file: string): number | undefined {
  const { base, name, ext } = path.parse(file)
  if (fileName === base) return 1
  if (!fileName.startsWith(`${name}.`) || !fileName.endsWith(ext)) return undefined
  const digits = fileName.slice(name.length + 1, fileName.length - ext.length)
  return /^[1-9]\d{0,8}$/.test(digits) && digits !== '1' ? Number(digits) : undefined
}
