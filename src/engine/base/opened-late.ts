/** What belongs to a key, opened when it is first asked for: who never uses a database has no file of it. */
export interface OpenedLate<Key, Opened> {
  of(key: Key): Opened
  /** Forgets all, which are opened again when next asked for. */
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
    forget: () => opened.clear(),
  }
}
