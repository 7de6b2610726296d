/** What belongs to a key, opened when it is first asked for: who never uses a database has no file of it. */
export interface OpenedLate<Key, Opened> {
  of(key: Key): Opened
  /** Forgets one, which is opened again when next asked for, and returns what it was. */
  drop(key: Key): Opened | undefined
  /** Forgets all. */
  forget(): void
}

export function openedLate<Key, Opened>(open: (key: Key) => Opened): OpenedLate<Key, Opened> {
  const opened = new Map<Key, Opened>()
  return {
    of: (key) => {
      const one = opened.get(key) ?? open(key)
      opened.set(key, one)
      return one
    },
    drop: (key) => {
      const one = opened.get(key)
      opened.delete(key)
      return one
    },
    forget: () => opened.clear(),
  }
}
