import { describe, expect, it } from 'vitest'
import { createTokenCache } from '../../../../src/engine/exchange/token-cache.ts'
import { AppError } from '../../../../src/shared/errors/app-error.ts'
import { failureThrown } from '../../../support/failure-thrown.ts'
import { createQuickClock } from '../../../support/quick-clock.ts'

/** A keeper whose service gives out `token-1`, `token-2` …, or refuses. */
function createKeeper(isRefusing: () => boolean = () => false) {
  const counts = { asked: 0, refusals: 0 }
  const keeper = createTokenCache({
    clock: createQuickClock(),
    requestToken: () => {
      counts.asked += 1
      if (!isRefusing()) return Promise.resolve(`token-${counts.asked}`)
      return Promise.reject(new AppError({ tag: 'sign-in-refused', username: 'ops', origin: 'https://a.example' }))
    },
    onSecret: () => undefined,
    onRefused: () => void (counts.refusals += 1),
  })
  return { keeper, counts }
}

describe('the token cache', () => {
  it('gives every caller the same token, which knows whether it has worked for any of them', async () => {
    const { keeper } = createKeeper()
    const [one, other] = [await keeper.token(), await keeper.token()]
    one.hasWorked = true
    expect([one.value, other.hasWorked]).toEqual(['token-1', true])
  })

  it('renews once for many reports that the same token was refused, however late they are (T28)', async () => {
    const { keeper, counts } = createKeeper()
    const first = await keeper.token()
    keeper.invalidate(first)
    const second = await keeper.token()
    keeper.invalidate(first)
    expect([await keeper.token(), counts.asked]).toEqual([second, 2])
  })

  it('never signs in again once the password was refused, and reports it once (T31)', async () => {
    let isRefusing = true
    const { keeper, counts } = createKeeper(() => isRefusing)
    await Promise.all(Array.from({ length: 5 }, () => failureThrown(keeper.token())))
    isRefusing = false
    expect(await failureThrown(keeper.token())).toMatchObject({ tag: 'sign-in-refused' })
    expect(counts).toEqual({ asked: 1, refusals: 1 })
  })
})
