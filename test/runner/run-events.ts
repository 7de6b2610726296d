import { z } from 'zod'

/** Marks a line as an event among whatever else a program says (the record separator of RFC 7464). */
const MARK = '\u001E'

const inFile = { file: z.string() }
const testSchema = { ...inFile, test: z.string() }
const runEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('begun'), ...testSchema }),
  z.object({ kind: z.literal('passed'), ...testSchema }),
  z.object({ kind: z.literal('skipped'), ...testSchema }),
  z.object({ kind: z.literal('failed'), ...testSchema, error: z.string() }),
  /** A failure outside of any test: a file that cannot be loaded, a hook, a rejection that nobody handled. */
  z.object({ kind: z.literal('broken'), where: z.string(), error: z.string() }),
  z.object({ kind: z.literal('file-ended'), ...inFile, durationMs: z.number() }),
])

/** What a layer with tests tells the runner while it runs. */
export type RunEvent = z.infer<typeof runEvent>

/** Tells the runner, through the standard output of this process. */
export function sendEvent(event: RunEvent): void {
  process.stdout.write(`${MARK}${JSON.stringify(event)}\n`)
}

/** The event that a line carries; undefined for a line that was meant for people. */
export function readEvent(line: string): RunEvent | undefined {
  const at = line.indexOf(MARK)
  return at === -1 ? undefined : runEvent.parse(JSON.parse(line.slice(at + MARK.length)))
}
