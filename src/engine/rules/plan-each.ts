import { failureOf } from '../../shared/errors/app-error.ts'

/**
 * Plans all items at once, or one by one where that throws. A fault in planning must not keep a message out of the inbox: it
 * would not be acknowledged, and would come again for ever. What the store throws passes through, because then nothing is
 * stored.
 */
export function planEach<Item>(
  items: readonly Item[],
  plan: (some: readonly Item[]) => void,
  onFault: (item: Item, thrown: unknown) => void,
): void {
  const attempt = (some: readonly Item[], onThrown: (thrown: unknown) => void): void => {
    try {
      plan(some)
    } catch (thrown) {
      if (failureOf(thrown) !== undefined) throw thrown
      onThrown(thrown)
    }
  }
  attempt(items, () => {
    for (const item of items) attempt([item], (thrown) => onFault(item, thrown))
  })
}
