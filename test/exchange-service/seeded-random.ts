import { hash } from 'node:crypto'

/** A repeatable stream of numbers in [0, 1): mulberry32, enough for invented data. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A number in [0, 1) that depends on the text alone, so that dice fall alike whatever order requests arrive in. */
export function fractionOf(text: string): number {
  return hash('sha1', text, 'buffer').readUInt32BE(0) / 2 ** 32
}

/** The same text always gives the same UUID (version 4 in shape). */
export function uuidOf(text: string): string {
  const hex = hash('sha1', text)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
