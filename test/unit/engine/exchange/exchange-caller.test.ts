import { describe, expect, it } from 'vitest'
import { AppError } from '../../../../src/shared/errors/app-error.ts'
import { createExchangeCaller, type ExchangeCaller } from '../../../../src/engine/exchange/exchange-caller.ts'
import { createTokenCache } from '../../../../src/engine/exchange/token-cache.ts'
import { failureThrown } from '../../../support/failure-thrown.ts'
import { createManualClock } from '../../../support/manual-clock.ts'

/** A caller with tokens named by their number, and how many were requested. */
function openCaller(): { caller: ExchangeCaller; signIns: () => number } {
  const clock = createManualClock()
  let signIns = 0
  const tokens = createTokenCache({
    clock,
    requestToken: () => Promise.resolve(`token-${(signIns += 1)}`),
    onSecret: () => undefined,
    onTokenGone: () => undefined,
    onRefused: () => undefined,
  })
  const noHttp = {
    request: () => Promise.reject(new Error('no call is sent')),
    stream: () => Promise.reject(new Error('no call is sent')),
    setConnections: () => undefined,
    close: () => undefined,
  }
  return { caller: createExchangeCaller(noHttp, clock, tokens), signIns: () => signIns }
}

const works = (): Promise<string> => Promise.resolve('done')
const refused = (): Promise<never> =>
  Promise.reject(new AppError({ tag: 'token-refused', endpoint: 'document “Draft”' }))

describe('a call that is refused with every token', () => {
  it('ends after one renewal, although each token works for the others, which go on with the new one (T28)', async () => {
    const { caller, signIns } = openCaller()
    const used: string[] = []
    const failing = caller.withToken(async (token) => {
      used.push(token)
      // Quicker than the refusal.
      await caller.withToken(works)
      return await refused()
    })
    expect(await failureThrown(failing)).toMatchObject({ tag: 'token-refused' })
    expect(used).toEqual(['token-1', 'token-2'])
    expect(await caller.withToken((token) => Promise.resolve(token))).toBe('token-2')
    expect(signIns()).toBe(2)
  })

  it('ends once it is the first with a new token, if another was before: that one might have used it up', async () => {
    const { caller, signIns } = openCaller()
    const used: string[] = []
    const expired = Promise.withResolvers<undefined>()
    const other = caller.withToken(async (token) => {
      await expired.promise
      return token === 'token-1' ? await refused() : 'done'
    })
    const failing = caller.withToken(async (token) => {
      used.push(token)
      expired.resolve(undefined)
      await other
      await caller.withToken(works)
      return await refused()
    })
    expect(await failureThrown(failing)).toMatchObject({ tag: 'token-refused' })
    expect([await other, used, signIns()]).toEqual(['done', ['token-1', 'token-2', 'token-3'], 3])
  })
})
