import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { contract, type MethodName } from '../../../src/shared/contract/contract.ts'
import { openFeedDesk, startFeedService } from '../../support/feed-desk.ts'
import { meaninglessInput } from '../../support/hostile-input.ts'
import { statusMessages } from '../../support/status-messages.ts'
import { SLOW_HOST } from '../../support/slow-host.ts'

/** Each costs time on a slow host, where nothing of it depends on when it comes. */
const RUNS = process.env[SLOW_HOST] === undefined ? 40 : 2
const names = Object.keys(contract.methods)
  .filter((name): name is MethodName => name in contract.methods)
  .filter((name) => name.startsWith('feeds.') || name.startsWith('inbox.'))

describe('a page that was taken over and is signed in', () => {
  it.each(names)('gets a described failure for any call about the feed: %s', async (name) => {
    const feed = await startFeedService()
    onTestFinished(feed.close)
    const { desk, sessionId } = await openFeedDesk(feed)
    const seenAt = new Date().toISOString()
    const bodies = [...statusMessages(3), 'nothing']
    desk.engine
      .feed('test')
      .add(bodies.map((body) => ({ source: 'queue', body: Buffer.from(body), isRedelivered: false, seenAt })))
    const input = meaninglessInput(contract.methods[name].input)
    await fc.assert(
      fc.asyncProperty(input, async (one) => {
        const asked = typeof one === 'object' && one !== null && 'sessionId' in one ? { ...one, sessionId } : one
        const reply = await desk.router.answer(name, asked)
        expect(reply.isOk ? 'ok' : reply.failure.tag, JSON.stringify(asked)).not.toBe('internal')
      }),
      { numRuns: RUNS },
    )
  })
})
