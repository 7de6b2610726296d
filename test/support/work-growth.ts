const HOSTILE_CHARS = 250_000
/** The short text is so much shorter than the long one. */
const FACTOR = 8
/** Half of 64, which quadratic work would be; linear work is 8. */
const MAX_GROWTH = 32
/** Below this the clock of the processor tells nothing. */
const MIN_MS = 2
const MAX_TRIES = 3

/**
 * True where a text of 250 kB, made by repeating `unit`, is about so much more work than one of an eighth of it. Shorter ones
 * come first, so that work that is quadratic is known before it takes hours. By processor time of this thread alone, and
 * tried again before it says no, so that a busy machine changes nothing.
 */
export function isLinear(read: (text: string) => unknown, unit: string): boolean {
  const repeated = (chars: number): string => unit.repeat(Math.ceil(chars / unit.length))
  const texts = [repeated(HOSTILE_CHARS / FACTOR ** 2), repeated(HOSTILE_CHARS / FACTOR), repeated(HOSTILE_CHARS)]
  return texts.slice(1).every((long, index) => growsLinearly(read, texts[index] ?? '', long))
}

function growsLinearly(read: (text: string) => unknown, short: string, long: string): boolean {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const shortMs = Math.max(workMs(read, short), MIN_MS)
    if (workMs(read, long) / shortMs <= MAX_GROWTH) return true
  }
  return false
}

function workMs(read: (text: string) => unknown, text: string): number {
  const before = process.threadCpuUsage()
  read(text)
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
