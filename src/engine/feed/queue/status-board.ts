import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { queueStatus } from '../../../shared/contract/feeds-contract.ts'
import { describeFailure } from '../../../shared/errors/failure-texts.ts'
import type { Reader } from '../../../shared/errors/failure.ts'
import type { ClockPort } from '../../ports/clock.ts'
import { queueSentence, type QueueFacts } from './queue-status.ts'

export type QueueStatus = z.output<typeof queueStatus>

export interface StatusBoard {
  status(): QueueStatus
  /** `host` of this or the next attempt; `nextTryAt` where there is one. */
  show(facts: QueueFacts, place?: { host: string; nextTryAt?: Date }): void
}

/** The state of one queue with its sentence; tells every change. */
export function createStatusBoard(
  clock: ClockPort,
  onStatus: (status: QueueStatus) => void,
  reader: Reader,
): StatusBoard {
  /** Why it is not live: told while it is tried again too, for nothing has become better by that. */
  let trouble: QueueStatus['failure'] = null
  const describe = (facts: QueueFacts, since: string): QueueStatus => ({
    ...{ state: facts.state, sentence: queueSentence(facts, reader), host: null, nextTryAt: null, since },
    otherConsumers: facts.state === 'live' ? facts.otherConsumers : null,
    failure:
      'failure' in facts ? describeFailure(facts.failure, reader) : facts.state === 'connecting' ? trouble : null,
  })
  let current = describe({ state: 'off' }, clock.now().toISOString())
  return {
    status: () => current,
    show: (facts, place) => {
      const since = facts.state === current.state ? current.since : clock.now().toISOString()
      const nextTryAt = place?.nextTryAt?.toISOString() ?? null
      const next = { ...describe(facts, since), host: place?.host ?? null, nextTryAt }
      trouble = next.failure
      if (isDeepStrictEqual(current, next)) return
      current = next
      onStatus(current)
    },
  }
}
