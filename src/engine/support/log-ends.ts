import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ignoring } from '../../shared/errors/ignoring.ts'
import { errorCode } from '../files/file-system.ts'
import { openUntrusted } from '../files/open-untrusted.ts'

/** Of each log: covers the last days and is small enough to send. */
const MAX_BYTES = 2_000_000
/** Of desktop and command line, the newest files first. */
const MAX_FILES = 4
/** Redacting these takes some milliseconds. */
const LINES_AT_ONCE = 200

/** The ends of the newest logs, redacted line by line. Fails if the folder cannot be read; without one there are none. */
export async function readLogEnds(
  logDir: string,
  redact: (line: string) => string,
): Promise<{ name: string; text: string }[]> {
  const ends = []
  for (const name of await newestLogs(logDir)) {
    const lines = await linesAtEnd(join(logDir, name))
    const clean: string[] = []
    for (let at = 0; at < lines.length; at += LINES_AT_ONCE) {
      // Line by line, because redaction cuts very long text.
      clean.push(...lines.slice(at, at + LINES_AT_ONCE).map(redact))
      await nextTurn()
    }
    ends.push({ name, text: `${clean.join('\n')}\n` })
  }
  return ends
}

async function newestLogs(logDir: string): Promise<string[]> {
  const names = (await readdir(logDir).catch(noneIfMissing)).filter((name) => name.endsWith('.log'))
  const files = await Promise.all(
    names.map(async (name) => ({
      name,
      modifiedMs: (await stat(join(logDir, name)).catch(ignoring('it was rotated away')))?.mtimeMs ?? 0,
    })),
  )
  return files
    .toSorted((one, other) => other.modifiedMs - one.modifiedMs)
    .slice(0, MAX_FILES)
    .map(({ name }) => name)
}

function noneIfMissing(thrown: unknown): string[] {
  if (errorCode(thrown) === 'ENOENT') return []
  throw thrown
}

async function linesAtEnd(file: string): Promise<string[]> {
  const handle = await openUntrusted(file)
  try {
    const { size } = await handle.stat()
    const start = Math.max(0, size - MAX_BYTES)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start)
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n')
    // The first line may be cut, and half a secret would not be recognised.
    return (start > 0 ? lines.slice(1) : lines).filter((line) => line !== '')
  } finally {
    await handle.close()
  }
}
