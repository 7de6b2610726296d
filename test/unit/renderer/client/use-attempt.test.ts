import { describe, expect, it } from 'vitest'
import { oneAtATime } from '../../../../src/renderer/client/use-attempt.ts'

describe('what must not be done twice', () => {
  it('is not begun again while it is under way, and can be afterwards, also where it failed', async () => {
    const keep = oneAtATime()
    const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let begun = 0
    const work = async (): Promise<void> => {
      const answer = answers[begun]
      begun += 1
      await answer?.promise
    }
    const first = keep(work)
    await keep(work)
    expect(begun).toBe(1)
    answers[0]?.reject(new Error('the keychain is locked'))
    await expect(first).rejects.toThrow('the keychain is locked')
    const again = keep(work)
    expect(begun).toBe(2)
    answers[1]?.resolve()
    await again
  })
})
