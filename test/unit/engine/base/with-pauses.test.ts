import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../../../../src/shared/errors/app-error.ts'
import { yieldingToEventLoop } from '../../../../src/engine/base/async.ts'

/** Items each of which takes a while to make. */
function* slowItems(count: number, eachMs: number): Generator<number> {
  for (let item = 0; item < count; item += 1) {
    const endMs = performance.now() + eachMs
    while (performance.now() < endMs);
    yield item
  }
}

async function collect(items: AsyncIterable<number>): Promise<number[]> {
  const all: number[] = []
  for await (const item of items) all.push(item)
  return all
}

describe('work with pauses', () => {
  it('hands on every item in order', async () => {
    expect(await collect(yieldingToEventLoop([3, 1, 2]))).toEqual([3, 1, 2])
    expect(await collect(yieldingToEventLoop([]))).toEqual([])
  })

  it('is given up at the next turn of others, so that a plan that nobody waits for holds no memory', async () => {
    const givenUp = new AbortController()
    const made: number[] = []
    const planning = (async () => {
      for await (const item of yieldingToEventLoop(slowItems(1_000, 5), givenUp.signal)) made.push(item)
    })()
    givenUp.abort()
    expect(failureOf(await planning.catch((thrown: unknown) => thrown))).toEqual({ tag: 'interrupted' })
    expect(made.length).toBeLessThan(1_000)
  })

  it('lets others have their turn in between, because a page waits for them', async () => {
    let turns = 0
    let isDone = false
    const others = async (): Promise<void> => {
      while (!isDone) {
        await nextTurn()
        turns += 1
      }
    }
    const watching = others()
    await collect(yieldingToEventLoop(slowItems(10, 15)))
    isDone = true
    await watching
    expect(turns).toBeGreaterThan(3)
  })
})
