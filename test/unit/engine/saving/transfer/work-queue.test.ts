import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { createWorkQueue, type WorkQueue } from '../../../../../src/engine/saving/transfer/work-queue.ts'
import { createManualClock, type ManualClock } from '../../../../support/manual-clock.ts'

describe('createWorkQueue', () => {
  let clock: ManualClock
  beforeEach(() => {
    clock = createManualClock()
  })

  const queueOf = (...tasks: string[]): WorkQueue<string> => createWorkQueue(tasks.values(), clock)

  /** Takes and finishes the tasks that are available without waiting. */
  async function takeAll(queue: WorkQueue<string>, taken: (string | undefined)[] = []): Promise<typeof taken> {
    void (async () => {
      for (;;) {
        const task = await queue.take()
        taken.push(task)
        if (task === undefined) return
        queue.done()
      }
    })()
    await nextTurn()
    return taken
  }

  it('hands tasks out in order and ends when all are done', async () => {
    expect(await takeAll(queueOf('a', 'b', 'c'))).toEqual(['a', 'b', 'c', undefined])
  })

  it('hands out others while a task is delayed, and that task first once its delay is over', async () => {
    const queue = queueOf('a', 'b', 'c')
    await queue.take()
    queue.delay('a', 500)
    expect(await queue.take()).toBe('b')
    queue.done()
    await clock.advance(500)
    expect(await takeAll(queue)).toEqual(['a', 'c', undefined])
  })

  it('waits for a delayed task when nothing else is left, instead of ending without it', async () => {
    const queue = queueOf('a')
    await queue.take()
    queue.delay('a', 500)
    const taken = await takeAll(queue)
    expect(taken).toEqual([])
    await clock.advance(500)
    expect(taken).toEqual(['a', undefined])
  })

  it('waits for a task that another worker still has, because it may be given back', async () => {
    const queue = queueOf('a')
    await queue.take()
    const taken = await takeAll(queue)
    expect(taken).toEqual([])
    queue.postpone('a')
    await nextTurn()
    expect(taken).toEqual(['a', undefined])
  })

  it('hands out postponed tasks after everything else, delayed ones included', async () => {
    const queue = queueOf('a', 'b', 'c')
    await queue.take()
    queue.postpone('a')
    await queue.take()
    queue.delay('b', 500)
    const taken = await takeAll(queue)
    expect(taken).toEqual(['c'])
    await clock.advance(500)
    expect(taken).toEqual(['c', 'b', 'a', undefined])
  })

  it('hands out no fresh task while very many are delayed, since it would most likely fail too', async () => {
    const names = Array.from({ length: 100 }, (_, index) => `task ${index}`)
    const queue = queueOf(...names)
    for (const name of names.slice(0, 64)) {
      expect(await queue.take()).toBe(name)
      queue.delay(name, 1000)
    }
    const taken = await takeAll(queue)
    expect(taken).toEqual([])
    await clock.advance(1000)
    expect(taken).toHaveLength(101)
  })

  it('hands out nothing once closed, and ends the waits for a task', async () => {
    const queue = queueOf('a', 'b')
    await queue.take()
    queue.delay('a', 500)
    await queue.take()
    const waiting = queue.take()
    queue.close()
    expect(await waiting).toBeUndefined()
    expect(await queue.take()).toBeUndefined()
  })
})
