import { describe, expect, it } from 'vitest'
import { singleFlight } from '../../../../src/engine/base/async.ts'
import { failureThrown } from '../../../support/failure-thrown.ts'

/** Work that the test ends by hand. */
function createManual() {
  const begun: { signal: AbortSignal; end: (value: number) => void; fail: (reason: Error) => void }[] = []
  const share = singleFlight((signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    begun.push({ signal, end: resolve, fail: reject })
    return promise
  })
  return { share, begun }
}

describe('shared work', () => {
  it('is begun once for all who ask at the same time, and anew for who asks later', async () => {
    const { share, begun } = createManual()
    const first = [share(), share(new AbortController().signal), share()]
    begun[0]?.end(7)
    expect(await Promise.all(first)).toEqual([7, 7, 7])
    const second = share()
    begun[1]?.end(8)
    expect([await second, begun.length]).toEqual([8, 2])
  })

  it('fails for all who share it, and can be tried again', async () => {
    const { share, begun } = createManual()
    const callers = [share(), share()].map((caller) => caller.catch((reason: unknown) => reason))
    const reason = new Error('no')
    begun[0]?.fail(reason)
    expect(await Promise.all(callers)).toEqual([reason, reason])
    const again = share()
    begun[1]?.end(1)
    expect(await again).toBe(1)
  })

  it('goes on for the others when one gives up, and is stopped when the last one does', async () => {
    const { share, begun } = createManual()
    const [one, other] = [new AbortController(), new AbortController()]
    const given = [failureThrown(share(one.signal)), failureThrown(share(other.signal))]
    one.abort()
    await given[0]
    expect(begun[0]?.signal.aborted).toBe(false)
    other.abort()
    expect(await Promise.all(given)).toEqual([{ tag: 'interrupted' }, { tag: 'interrupted' }])
    expect(begun[0]?.signal.aborted).toBe(true)
  })

  it('that was stopped is not joined by a new caller, even before it has noticed', async () => {
    const { share, begun } = createManual()
    const controller = new AbortController()
    const given = failureThrown(share(controller.signal))
    controller.abort()
    await given
    const next = share()
    begun[0]?.fail(new Error('stopped'))
    begun[1]?.end(5)
    expect(await next).toBe(5)
  })

  it('is not begun for a caller that gave up before', async () => {
    const { share, begun } = createManual()
    expect(await failureThrown(share(AbortSignal.abort()))).toEqual({ tag: 'interrupted' })
    expect(begun).toEqual([])
  })
})
