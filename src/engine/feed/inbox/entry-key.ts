import { hash } from 'node:crypto'

/** Sorts after any hash that follows the key of a set. */
const AFTER_ALL = Buffer.alloc(33, 0xff)

/*
 * A key begins with 1 and the sixteen bytes of a UUID, or with 2, any other id as text, and a NUL character.
 */

/** An id of this form can be restored from its bytes. */
const PLAIN_UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Identifies a repeated message: the key of its set and the SHA-256 of its body. */
export function entryKey(keyOfSet: Uint8Array, body: Uint8Array): Buffer {
  const key = Buffer.allocUnsafe(keyOfSet.length + 32)
  key.set(keyOfSet)
  // As text in between: a hash returned as bytes is allocated, which costs more than the hashing (measured).
  key.write(hash('sha256', body, 'binary'), keyOfSet.length, 'latin1')
  return key
}

/**
 * The common beginning of the keys of a set’s entries; '' stands for entries without a set. Short, because every message
 * touches a page of these keys.
 */
export function setKey(setId: string): Buffer {
  return PLAIN_UUID.test(setId) ? Buffer.from(`01${setId.replaceAll('-', '')}`, 'hex') : Buffer.from(`\u{2}${setId}\0`)
}

/**
 * The two keys between which a set’s entries lie, both excluded. Those of a set whose id continues with a NUL character lie
 * there too, so the id itself must be compared as well.
 */
export function keysOfSet(setId: string): [after: Buffer, before: Buffer] {
  const after = setKey(setId)
  return [after, Buffer.concat([after, AFTER_ALL])]
}

/** A condition on entries that takes `keysOfSet`. */
export const IS_OF_SET = 'id IN (SELECT entry_id FROM set_states WHERE key > ? AND key < ?)'
