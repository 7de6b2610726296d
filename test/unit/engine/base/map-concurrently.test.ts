import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { mapConcurrently } from '../../../../src/engine/base/async.ts'

describe('mapping several at once', () => {
  it('keeps the order of the items, whichever is done first', async () => {
    const turns = [5, 1, 3, 0, 2]
    const map = async (count: number): Promise<number> => {
      for (let turn = 0; turn < count; turn += 1) await nextTurn()
      return count * 10
    }
    expect(await mapConcurrently(turns, 3, map)).toEqual([50, 10, 30, 0, 20])
  })

  it('has no more under way than allowed, and as many as that', async () => {
    let atOnce = 0
    let most = 0
    await mapConcurrently(Array.from({ length: 20 }), 4, async () => {
      atOnce += 1
      most = Math.max(most, atOnce)
      await nextTurn()
      atOnce -= 1
    })
    expect([most, atOnce]).toEqual([4, 0])
  })

  it('does nothing for no items', async () => {
    expect(await mapConcurrently([], 4, () => Promise.reject(new Error('not asked for')))).toEqual([])
  })

  it('throws the first failure once what was under way has ended, and begins nothing new', async () => {
    const begun: number[] = []
    const ended: number[] = []
    const work = mapConcurrently([0, 1, 2, 3, 4, 5], 3, async (item) => {
      begun.push(item)
      await nextTurn()
      if (item === 1) throw new Error('first')
      await nextTurn()
      if (item === 2) throw new Error('second')
      await nextTurn()
      ended.push(item)
    })
    await expect(work).rejects.toThrow('first')
    expect([begun, ended]).toEqual([[0, 1, 2], [0]])
  })
})
