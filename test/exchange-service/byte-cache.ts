export interface ByteCache {
  get(key: string): Buffer | undefined
  set(key: string, bytes: Buffer): void
}

/** Keeps what was used last, up to a number of bytes in all. A Map remembers the order in which keys were put in. */
export function createByteCache(maxBytes: number): ByteCache {
  const entries = new Map<string, Buffer>()
  let heldBytes = 0
  const remove = (key: string): void => {
    heldBytes -= entries.get(key)?.length ?? 0
    entries.delete(key)
  }
  return {
    get: (key) => {
      const bytes = entries.get(key)
      if (bytes === undefined) return undefined
      entries.delete(key)
      entries.set(key, bytes)
      return bytes
    },
    set: (key, bytes) => {
      remove(key)
      entries.set(key, bytes)
      heldBytes += bytes.length
      for (const oldest of entries.keys()) {
        if (heldBytes <= maxBytes) break
        remove(oldest)
      }
    },
  }
}
