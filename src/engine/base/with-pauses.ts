import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '../../shared/errors/app-error.ts'

/** Shorter than anybody notices in a page that waits for an answer. */
const LONGEST_TURN_MS = 20

/**
 * Hands the items on and lets others have their turn now and then: planning everything takes seconds. Fails with interrupted
 * at the next such turn once `signal` is aborted.
 */
export async function* withPauses<Item>(items: Iterable<Item>, signal?: AbortSignal): AsyncGenerator<Item, undefined> {
  let endMs = performance.now() + LONGEST_TURN_MS
  for (const item of items) {
    yield item
    if (performance.now() < endMs) continue
    await nextTurn()
    if (signal?.aborted === true) throw new AppError({ tag: 'interrupted' })
    endMs = performance.now() + LONGEST_TURN_MS
  }
  return undefined
}

/** Takes all steps and returns what comes of them, with pauses as above. Fails as above. */
export async function finishWithPauses<Result>(
  steps: Generator<undefined, Result>,
  signal?: AbortSignal,
): Promise<Result> {
  let endMs = performance.now() + LONGEST_TURN_MS
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    if (performance.now() < endMs) continue
    await nextTurn()
    if (signal?.aborted === true) throw new AppError({ tag: 'interrupted' })
    endMs = performance.now() + LONGEST_TURN_MS
  }
}
