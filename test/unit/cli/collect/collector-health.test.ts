import { describe, expect, it } from 'vitest'
import type { QueueSource } from '../../../../src/engine/feed/queue/queue-source.ts'
import { type CollectorHealth, createCollectorHealth } from '../../../../src/cli/collect/collector-health.ts'
import type { ClockPort } from '../../../../src/engine/ports/clock.ts'
import { settled } from '../../../support/scripted-link.ts'
import { CUT, startedSubscription, statesOf } from '../../../support/test-subscription.ts'

const SOURCE: QueueSource = {
  hosts: [{ host: 'mq.example', port: 5671 }],
  virtualHost: 'aurora',
  queue: 'parcels',
  username: 'desk',
  password: () => Promise.resolve(''),
  heartbeatSeconds: 10,
  prefetch: 100,
  isExclusive: true,
}
const HELD = { tag: 'queue-held', queue: 'parcels', broker: 'mq.example:5671' } as const

function healthOf(clock: ClockPort, isReady = true): CollectorHealth {
  return createCollectorHealth({ sources: [SOURCE], publisher: { isReady }, setAside: { count: () => 0 }, clock })
}

/** The states of health after each status of its only queue. */
function statesOfHealth(health: CollectorHealth, statuses: Parameters<CollectorHealth['onStatus']>[1][]): string[] {
  return statuses.map((status) => {
    health.onStatus(SOURCE, status)
    return health.report().state
  })
}

describe('the health of a collector', () => {
  it('is that of a standby from the first refusal on, also while it tries again, until it has the queue', async () => {
    const test = await startedSubscription({ source: SOURCE })
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await test.link.latest().fail(HELD)
      await test.clock.advance(5_000)
      await settled()
    }
    await test.link.latest().succeed()
    const health = healthOf(test.clock)
    const refusals = ['waiting', 'connecting', 'waiting', 'connecting', 'waiting', 'connecting']
    expect(statesOf(test)).toEqual(['connecting', ...refusals, 'live'])
    expect(statesOfHealth(health, test.statuses)).toEqual(['connecting', ...refusals.map(() => 'standby'), 'live'])
  })

  it('is bad while a lost broker is connected to again', async () => {
    const test = await startedSubscription({ source: SOURCE })
    await test.link.latest().succeed()
    test.link.latest().receiver.lost(CUT)
    await settled()
    await test.clock.advance(5_000)
    await settled()
    const health = healthOf(test.clock)
    expect(statesOf(test).slice(-2)).toEqual(['waiting', 'connecting'])
    expect(statesOfHealth(health, test.statuses).slice(-2)).toEqual(['trouble', 'connecting'])
  })
})
