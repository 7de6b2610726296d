import { hash } from 'node:crypto'

/** No hash behind the key of a set is greater. */
const AFTER_ALL = Buffer.alloc(33, 0xff)

/*
 * A key begins with 1 and the sixteen bytes of an id, or with 2 and an id of another form as text with a NUL character behind.
 */

/** Such an id comes back from its bytes as it was. */
const PLAIN_UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** By which the same message is known again: the key of its set and the SHA-256 of its body. */
export function entryKey(keyOfSet: Uint8Array, body: Uint8Array): Buffer {
  const key = Buffer.allocUnsafe(keyOfSet.length + 32)
  key.set(keyOfSet)
  // As text on the way: a hash that comes as bytes has a memory of its own, which costs more than the hashing (measured).
  key.write(hash('sha256', body, 'binary'), keyOfSet.length, 'latin1')
  return key
}

/**
 * Stands right before the keys of the entries of the set; of '' for those that name none. Short, for every message costs a
 * page of such keys.
 */
export function setKey(setId: string): Buffer {
  return PLAIN_UUID.test(setId) ? Buffer.from(`01${setId.replaceAll('-', '')}`, 'hex') : Buffer.from(`\u{2}${setId}\0`)
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
export const IS_OF_SET = 'id IN (SELECT entry_id FROM set_states WHERE key > ? AND key < ?)'
