import { expect, it } from 'vitest'
import { fixedPolicy } from '../../../../../src/engine/policy/open-policy.ts'
import { watchPolicy } from '../../../../../src/main/desk/settings/organisation.ts'
import { createManualClock } from '../../../../support/manual-clock.ts'
import { policyOf } from '../../../../support/test-policy.ts'

it('tells of a policy that changes while the desk is open, once', async () => {
  const [before, after] = [fixedPolicy().current(), policyOf({ QueueForbidden: true }).current()]
  const readings = [before, after, after]
  const policy = { current: () => before, refresh: () => Promise.resolve(readings.shift() ?? after) }
  const [clock, changes, stopping] = [createManualClock(), new Array<unknown>(), new AbortController()]
  const watching = watchPolicy({ clock, policy }, (changed) => void changes.push(changed), stopping.signal)
  for (let minute = 0; minute < 4; minute += 1) await clock.advance(60_000)
  stopping.abort()
  await expect(watching).rejects.toThrow()
  expect(changes).toEqual([after])
})
