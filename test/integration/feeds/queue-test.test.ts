import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAmqpLink } from '../../../src/adapters/amqp/amqp-link.ts'
import { createSystemClock } from '../../../src/adapters/system-clock.ts'
import type { QueueSource } from '../../../src/engine/feed/queue/queue-source.ts'
import { testQueue } from '../../../src/engine/feed/queue/test-queue.ts'
import type { LinkPort } from '../../../src/engine/ports/link.ts'
import type { TestStep } from '../../../src/shared/contract/connections-contract.ts'
import { borrowBroker, type BorrowedBroker } from '../../support/borrow-broker.ts'
import { startRawServer } from '../../support/raw-server.ts'
import { statusMessages } from '../../support/status-messages.ts'

let broker: BorrowedBroker
beforeAll(async () => {
  broker = await borrowBroker()
  await broker.declareQueue('parcels')
})
afterAll(() => broker.stop())

interface Outcome {
  /** Each as “Reach …: passed”. */
  states: string[]
  steps: TestStep[]
  attempts: number
}

async function outcomeOf(changed: Partial<QueueSource> = {}, ownConsumers = 0): Promise<Outcome> {
  const here = { host: broker.host, port: broker.port }
  const source: QueueSource = {
    hosts: [here],
    virtualHost: '/',
    queue: 'parcels',
    username: 'guest',
    password: () => Promise.resolve('guest'),
    heartbeatSeconds: 15,
    prefetch: 100,
    ...changed,
  }
  let attempts = 0
  const amqp = createAmqpLink()
  const link: LinkPort = {
    ...amqp,
    inspect: (...given) => {
      attempts += 1
      return amqp.inspect(...given)
    },
  }
  const steps = await testQueue({ link, clock: createSystemClock(), source, ownConsumers }, () => undefined)
  return { states: steps.map(({ state }) => state), steps, attempts }
}

describe('a test of a queue', () => {
  it('says what waits there and who takes it, and takes nothing', async () => {
    await broker.publish('parcels', statusMessages(3))
    const { states, steps, attempts } = await outcomeOf()
    expect(states).toEqual(['passed', 'passed', 'passed', 'passed', 'passed'])
    expect(steps[0]?.found).toMatch(/^RabbitMQ \d+\.\d+.* answers\.$/)
    expect(steps.at(-1)?.found).toBe('It is there: 3 messages wait in it, and no program takes them.')
    expect([await broker.count('parcels'), attempts]).toEqual([3, 1])
  })

  it('warns of another program that takes messages, and knows this desk’s own', async () => {
    const other = await broker.hold('parcels')
    const [alone, own] = [await outcomeOf(), await outcomeOf({}, 1)]
    await other.close()
    expect(alone.steps.at(-1)).toMatchObject({
      state: 'warned',
      found: expect.stringContaining('1 program takes them'),
    })
    expect(own.steps.at(-1)).toMatchObject({ state: 'passed', found: expect.stringContaining('this desk takes them') })
  })

  it('tries a refused password at no other host', async () => {
    const here = { host: broker.host, port: broker.port }
    const { states, attempts } = await outcomeOf({ hosts: [here, here], password: () => Promise.resolve('wrong') })
    expect(states.slice(0, 5)).toEqual(['passed', 'passed', 'failed', 'skipped', 'skipped'])
    expect(states.slice(5).every((state) => state === 'skipped')).toBe(true)
    expect(attempts).toBe(1)
  })

  it.each([
    [{ virtualHost: 'nowhere' }, 3, 'has no virtual host “nowhere”'],
    [{ queue: 'nothing' }, 4, 'has no queue “nothing”'],
  ])('names the step that fails: %j', async (changed, step, words) => {
    const { states, steps } = await outcomeOf(changed)
    expect(states.indexOf('failed')).toBe(step)
    expect(states.slice(0, step).every((state) => state === 'passed')).toBe(true)
    expect(steps[step]?.found).toContain(words)
    // A test does not try again.
    expect(steps[step]?.next).not.toMatch(/automatically/)
  })

  it('goes on with the next host where one does not speak AMQP', async () => {
    const web = await startRawServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    const hosts = [
      { host: '127.0.0.1', port: web.port },
      { host: broker.host, port: broker.port },
    ]
    const { states, steps } = await outcomeOf({ hosts })
    expect(states[0]).toBe('failed')
    expect(steps[0]?.found).toContain('cannot be reached')
    expect(states.slice(5)).toEqual(['passed', 'passed', 'passed', 'passed', 'passed'])
  })
})
