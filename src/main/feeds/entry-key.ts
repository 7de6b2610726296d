import { hash } from 'node:crypto'

/** By which the same message is known again: its set, where it can be read, and the SHA-256 of its body. */
export function entryKey(setId: string | null, body: Uint8Array): Buffer {
  return Buffer.concat([setStart(setId ?? ''), hash('sha256', body, 'buffer')])
}

/**
 * Between which two keys the entries of a set are. Those of another set may be there too, where its id goes on with a NUL
 * character: the id itself must be compared as well.
 */
export function keysOfSet(setId: string): [from: Buffer, before: Buffer] {
  const from = setStart(setId)
  const before = Buffer.from(from)
  before[before.length - 1] = 1
  return [from, before]
}

function setStart(setId: string): Buffer {
  return Buffer.from(`${setId}\0`)
}
