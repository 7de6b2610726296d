export interface OrderedDelivery<Item> {
  /** Hands on what came for the first lot that is not over; what comes for a later one waits for its turn. */
  take(lot: number, items: readonly Item[]): void
  /** Nothing more comes for this lot. */
  end(lot: number): void
  /** Nothing more comes at all: hands on what waits. */
  endAll(): void
}

/**
 * Brings what several lots receive at once into the order of the lots, counted from 0: a list that grows from the top keeps
 * its rows under the reader's eyes, and stands in the same order every time.
 */
export function deliverInOrder<Item>(deliver: (items: readonly Item[]) => void): OrderedDelivery<Item> {
  const waiting = new Map<number, Item[]>()
  const over = new Set<number>()
  let current = 0
  const handOn = (lot: number): void => {
    const items = waiting.get(lot)
    waiting.delete(lot)
    if (items !== undefined) deliver(items)
  }
  return {
    take: (lot, items) => {
      if (lot === current) return deliver(items)
      const before = waiting.get(lot)
      if (before === undefined) waiting.set(lot, [...items])
      else before.push(...items)
    },
    end: (lot) => {
      over.add(lot)
      while (over.delete(current)) {
        current += 1
        handOn(current)
      }
    },
    endAll: () => {
      for (const lot of [...waiting.keys()].toSorted((one, other) => one - other)) handOn(lot)
    },
  }
}
