import { hash } from 'node:crypto'

/** By which the same message is known again: its set, where it can be read, and the SHA-256 of its body. */
export function entryKey(setId: string | null, body: Uint8Array): Buffer {
  return Buffer.concat([setKey(setId ?? ''), hash('sha256', body, 'buffer')])
}

/** Stands right before the keys of the entries of the set. */
export function setKey(setId: string): Buffer {
  return Buffer.from(`${setId}\0`)
}

/**
 * Between which two keys the entries of a set are, the two left out. Those of another set may be there too, where its id goes
 * on with a NUL character: the id itself must be compared as well.
 */
export function keysOfSet(setId: string): [after: Buffer, before: Buffer] {
  const after = setKey(setId)
  const before = Buffer.from(after)
  before[before.length - 1] = 1
  return [after, before]
}

/** A condition on entries, with the two keys between which those of a set are. */
export const IS_OF_SET = 'id IN (SELECT entry_id FROM by_set WHERE key > ? AND key < ?)'
