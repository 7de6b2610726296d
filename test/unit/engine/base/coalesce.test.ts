import { describe, expect, it } from 'vitest'
import { coalesce } from '../../../../src/engine/base/async.ts'

describe('work that is done one at a time', () => {
  it('is done once more for those who asked while it was done, and not once for each', async () => {
    let [times, atOnce, most] = [0, 0, 0]
    const work = coalesce(
      async () => {
        times += 1
        atOnce += 1
        most = Math.max(most, atOnce)
        await Promise.resolve()
        atOnce -= 1
      },
      () => undefined,
    )
    await Promise.all([work.run(), work.run(), work.run()])
    expect([times, most]).toEqual([2, 1])
    await work.run()
    expect(times).toBe(3)
  })

  it('begins anew where it ended at once', async () => {
    let times = 0
    const work = coalesce(
      () => Promise.resolve(void (times += 1)),
      () => undefined,
    )
    await work.run()
    await work.run()
    expect(times).toBe(2)
  })

  it('tells a failure and is done again the next time', async () => {
    const told: unknown[] = []
    const broken = new Error('broken')
    const work = coalesce(
      () => Promise.reject(broken),
      (thrown) => void told.push(thrown),
    )
    await work.run()
    await work.run()
    await work.done()
    expect(told).toEqual([broken, broken])
  })
})
