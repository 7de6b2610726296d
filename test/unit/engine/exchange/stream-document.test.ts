import { describe, expect, it } from 'vitest'
import { failureOf } from '../../../../src/shared/errors/app-error.ts'
import { describeFailure } from '../../../../src/shared/errors/failure-texts.ts'
import { createManualClock } from '../../../support/manual-clock.ts'
import { dropWhenTooSlow } from '../../../../src/engine/exchange/stream-document.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

/** A document that comes in pieces of this size, one each so often; `held` for as long as the disk takes with each. */
function send({ bytes, everyMs, heldMs }: { bytes: number; everyMs: number; heldMs?: number }) {
  const clock = createManualClock()
  let taken = 0
  const inner = {
    head: () => undefined,
    data: (chunk: Buffer) => {
      taken += chunk.length
      return heldMs === undefined ? undefined : clock.advance(heldMs)
    },
  }
  const receiver = dropWhenTooSlow(inner, clock, 'document “slow.pdf”')
  receiver.head({ status: 200, headers: {} })
  const chunk = Buffer.alloc(bytes)
  /** Until it ends, or for so long; what it ended with. */
  const run = async (forMs: number): Promise<string | undefined> => {
    try {
      for (let passedMs = 0; passedMs < forMs; passedMs += everyMs) {
        await clock.advance(everyMs)
        await receiver.data(chunk)
      }
      return undefined
    } catch (thrown) {
      const failure = failureOf(thrown)
      return failure === undefined ? String(thrown) : describeFailure(failure, 'desk').message
    }
  }
  return { run, taken: () => taken, clock }
}

describe('a slow document (W-M6)', () => {
  it('is dropped if it only trickles, though it is never silent', async () => {
    const { run, taken } = send({ bytes: 1, everyMs: 20 * SECOND })
    expect(await run(60 * MINUTE)).toBe('document “slow.pdf” sent no more than 1 kB a second for 60 seconds.')
    expect(taken()).toBe(2)
  })

  it('is accepted at the slowest useful rate, for hours', async () => {
    expect(await send({ bytes: 20_000, everyMs: 20 * SECOND }).run(5 * 60 * MINUTE)).toBeUndefined()
  })

  it('is dropped eventually, however much it sends', async () => {
    const { run } = send({ bytes: 100_000, everyMs: 20 * SECOND })
    expect(await run(7 * 60 * MINUTE)).toBe('document “slow.pdf” sent no end for 6 hours.')
  })

  it('is not blamed for the time that the disk takes', async () => {
    expect(await send({ bytes: 1000, everyMs: 100, heldMs: 30 * SECOND }).run(2 * MINUTE)).toBeUndefined()
  })
})
