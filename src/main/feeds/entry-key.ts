import { hash } from 'node:crypto'
import { isUuid } from '../../shared/text/is-uuid.ts'

/** What a key begins with: an id in its sixteen bytes, or one of another form as text with a NUL character behind it. */
const BYTES = Buffer.of(1)
const TEXT = Buffer.of(2)
/** No hash behind the key of a set is greater. */
const AFTER_ALL = Buffer.alloc(33, 0xff)

/** By which the same message is known again: its set, where it can be read, and the SHA-256 of its body. */
export function entryKey(setId: string | null, body: Uint8Array): Buffer {
  return Buffer.concat([setKey(setId ?? ''), hash('sha256', body, 'buffer')])
}

/** Stands right before the keys of the entries of the set. Short, for every message costs a page of such keys. */
export function setKey(setId: string): Buffer {
  const isPlain = isUuid(setId) && setId === setId.toLowerCase()
  return isPlain
    ? Buffer.concat([BYTES, Buffer.from(setId.replaceAll('-', ''), 'hex')])
    : Buffer.concat([TEXT, Buffer.from(`${setId}\0`)])
}

/**
 * Between which two keys the entries of a set are, the two left out. Those of another set may be there too, where its id goes
 * on with a NUL character: the id itself must be compared as well.
 */
export function keysOfSet(setId: string): [after: Buffer, before: Buffer] {
  const after = setKey(setId)
  return [after, Buffer.concat([after, AFTER_ALL])]
}

/** A condition on entries, with the two keys between which those of a set are. */
export const IS_OF_SET = 'id IN (SELECT entry_id FROM by_set WHERE key > ? AND key < ?)'
