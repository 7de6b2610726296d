import { expect, it } from 'vitest'
import { createStatusBoard } from '../../../../../src/engine/feed/queue/queue-status.ts'
import { createManualClock } from '../../../../support/manual-clock.ts'

it('the status of a queue keeps why it failed while it is tried again, until it is live', () => {
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
