import { setImmediate as nextTurn } from 'node:timers/promises'

/** Shorter than anybody notices in a page that waits for an answer. */
const LONGEST_TURN_MS = 20

/** Hands the items on and lets others have their turn now and then: planning everything takes seconds. */
export async function* withPauses<Item>(items: Iterable<Item>): AsyncGenerator<Item, undefined> {
  let endMs = performance.now() + LONGEST_TURN_MS
  for (const item of items) {
    yield item
    if (performance.now() < endMs) continue
    await nextTurn()
    endMs = performance.now() + LONGEST_TURN_MS
  }
  return undefined
}
