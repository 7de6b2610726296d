import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Enough for the last days, and small enough to send. */
const MOST_LINES = 2_000
const MOST_BYTES = 2_000_000

/** The end of the log, oldest line first; from the file before it too where the newest is short. Never fails: no log, no lines. */
export async function lastLogLines(logDir: string): Promise<string[]> {
  const lines: string[] = []
  for (const file of await logFiles(logDir)) {
    lines.unshift(...(await linesAtEnd(file)))
    if (lines.length >= MOST_LINES) break
  }
  return lines.slice(-MOST_LINES)
}

/** The newest first. */
async function logFiles(logDir: string): Promise<string[]> {
  const names = (await readdir(logDir).catch(() => [])).filter((name) => name.endsWith('.log'))
  const files = await Promise.all(
    names.map(async (name) => {
      const file = join(logDir, name)
      const modifiedMs = await stat(file).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      )
      return { file, modifiedMs }
    }),
  )
  return files.toSorted((one, other) => other.modifiedMs - one.modifiedMs).map(({ file }) => file)
}

async function linesAtEnd(file: string): Promise<string[]> {
  try {
    const handle = await open(file)
    try {
      const { size } = await handle.stat()
      const start = Math.max(0, size - MOST_BYTES)
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start)
      const lines = buffer.toString('utf8', 0, bytesRead).split('\n')
      // The first one was cut through; half a secret could not be recognised.
      return (start > 0 ? lines.slice(1) : lines).filter((line) => line !== '')
    } finally {
      await handle.close()
    }
  } catch {
    return []
  }
}
