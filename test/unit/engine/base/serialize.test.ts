import { describe, expect, it } from 'vitest'
import { serialize } from '../../../../src/engine/base/async.ts'

describe('taking turns', () => {
  it('begins the second when the first has ended, also when it failed', async () => {
    const inTurn = serialize()
    const first = Promise.withResolvers<string>()
    const begun: string[] = []
    const one = inTurn(async () => {
      begun.push('one')
      return await first.promise
    })
    const two = inTurn(() => Promise.resolve(void begun.push('two')))
    await Promise.resolve()
    expect(begun).toEqual(['one'])
    first.reject(new Error('it failed'))
    await expect(one).rejects.toThrow('it failed')
    await two
    expect(begun).toEqual(['one', 'two'])
  })
})
