import { beforeEach, describe, expect, it } from 'vitest'
import { hashOfBody } from '../../../../../src/engine/feed/stream/stream-places.ts'
import { createStreamLink } from '../../../../../src/engine/feed/stream/stream-link.ts'
import type { LinkTarget } from '../../../../../src/engine/ports/link.ts'
import { createManualClock, type ManualClock } from '../../../../support/manual-clock.ts'
import { createScriptedLink, type ScriptedAttempt, settled } from '../../../../support/scripted-link.ts'

const MINUTE = 60_000
const LAST = { tag: 1, offset: 7, body: Buffer.from('the last that is stored'), isRedelivered: false }
const NEXT = { tag: 2, offset: 8, body: Buffer.from('what came after it'), isRedelivered: false }
const TARGET: LinkTarget = {
  host: 'broker.example',
  port: 5672,
  virtualHost: '/',
  username: 'desk',
  password: 'secret',
  queue: 'parcel.stream',
  heartbeatSeconds: 10,
  prefetch: 100,
  timeoutMs: 10_000,
}

let clock: ManualClock
let attempt: ScriptedAttempt
let delivered: number[]
let replaced: string[]
beforeEach(async () => {
  clock = createManualClock()
  ;[delivered, replaced] = [[], []]
  const scripted = createScriptedLink()
  const link = createStreamLink(scripted, clock, {
    place: () => ({ offset: LAST.offset, bodyHash: hashOfBody(LAST.body) }),
    from: 'first',
    onGone: () => undefined,
    onReplaced: (sentence) => void replaced.push(sentence),
  })
  const receiver = {
    delivered: ({ tag }: { tag: number }) => void delivered.push(tag),
    blocked: () => undefined,
    lost: () => undefined,
  }
  const connected = link.connect(TARGET, receiver)
  attempt = scripted.latest()
  await attempt.succeed()
  await connected
})

describe('a stream that is read on', () => {
  it('counts as made anew where nothing comes', async () => {
    await clock.advance(MINUTE)
    await settled()
    expect(replaced).toEqual([expect.stringContaining('made anew')])
  })

  it('is waited for where its last message has begun to arrive, however long that takes', async () => {
    attempt.receiver.arriving?.()
    await clock.advance(MINUTE)
    await settled()
    attempt.receiver.delivered(LAST)
    attempt.receiver.delivered(NEXT)
    await settled()
    expect({ replaced, delivered }).toEqual({ replaced: [], delivered: [NEXT.tag] })
    expect(attempt.acknowledged).toEqual([LAST.tag])
  })
})
