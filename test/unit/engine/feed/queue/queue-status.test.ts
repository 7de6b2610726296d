import { describe, expect, it } from 'vitest'
import { createStatusBoard, queueSentence, type QueueFacts } from '../../../../../src/engine/feed/queue/queue-status.ts'
import { createManualClock } from '../../../../support/manual-clock.ts'

const broker = 'mq.example:5671'
const missing = { tag: 'queue-missing', queue: 'parcels', broker } as const

const SENTENCES: [QueueFacts, string][] = [
  [{ state: 'off' }, 'Off: no messages are taken from this queue.'],
  [{ state: 'connecting', host: broker }, 'Connecting to mq.example:5671.'],
  [
    { state: 'live', host: broker, queue: 'parcels', otherConsumers: 0 },
    'Messages of “parcels” arrive from mq.example:5671.',
  ],
  [
    { state: 'live', host: broker, queue: 'parcels', otherConsumers: 1 },
    'Messages of “parcels” arrive from mq.example:5671. 1 other program takes messages from the same queue: each message reaches only one of them.',
  ],
  [
    { state: 'blocked', host: broker, reason: '' },
    'mq.example:5671 is short of memory or disk space: what it has still arrives, but it takes nothing new until that ends.',
  ],
  [
    { state: 'queue-missing', failure: missing, isRetried: true },
    'mq.example:5671 has no queue “parcels”. It is looked for again automatically. Check the name; if it is right, ask the service to create the queue.',
  ],
  [
    { state: 'refused', failure: { tag: 'virtual-host-refused', virtualHost: 'aurora', broker }, isRetried: true },
    'mq.example:5671 has no virtual host “aurora”, or this user may not enter it. Check the virtual host; if it is right, ask the service for access to it. It is tried again automatically.',
  ],
  [
    { state: 'refused', failure: { tag: 'broker-refused', username: 'desk', broker }, isRetried: false },
    'mq.example:5671 refused the user name or password of desk. Nothing more was tried, so that the account is not locked. Check user name and password of the queue in Settings.',
  ],
  [
    { state: 'waiting', failure: { tag: 'queue-held', queue: 'parcels', broker }, isRetried: true },
    'Another program has the queue “parcels” at mq.example:5671 to itself. It is tried again automatically. End the other program, or ask the service which it is.',
  ],
]

describe('the sentence of a queue', () => {
  it.each(SENTENCES)('says for $state what happened, why and what to do', (facts, sentence) => {
    expect(queueSentence(facts, 'desk')).toBe(sentence)
  })

  it('names settings at the desk and options on the command line', () => {
    const facts: QueueFacts = {
      state: 'refused',
      isRetried: false,
      failure: { tag: 'broker-refused', username: 'desk', broker },
    }
    expect(queueSentence(facts, 'terminal')).toContain('PARCEL_DESK_AMQP_PASSWORD')
    expect(queueSentence(facts, 'desk')).not.toContain('PARCEL_DESK')
  })
})

it('the status of a queue keeps why it failed while it reconnects, until it is live', () => {
  const board = createStatusBoard(createManualClock(), () => undefined, 'desk')
  const tag = (): string | undefined => board.status().failure?.tag
  const host = 'mq.example:5671'
  const failure = { tag: 'queue-missing', queue: 'status', broker: host } as const
  board.show({ state: 'connecting', host })
  expect(tag()).toBeUndefined()
  board.show({ state: 'queue-missing', failure, isRetried: true })
  board.show({ state: 'connecting', host })
  expect([board.status().state, tag()]).toEqual(['connecting', 'queue-missing'])
  board.show({ state: 'live', host, queue: 'status', otherConsumers: 0 })
  board.show({ state: 'connecting', host })
  expect(tag()).toBeUndefined()
})
