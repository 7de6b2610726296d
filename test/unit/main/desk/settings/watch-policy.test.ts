import { describe, expect, it } from 'vitest'
import { openPolicy } from '../../../../../src/engine/policy/open-policy.ts'
import type { PolicyLayer } from '../../../../../src/engine/ports/policy.ts'
import { watchPolicy } from '../../../../../src/main/desk/settings/organisation.ts'
import { createManualClock } from '../../../../support/manual-clock.ts'

const EMPTY: PolicyLayer['content'] = { flaw: 'is not a JSON object with keys and values' }
const KEEPS_TO_TRAY: PolicyLayer['content'] = { values: { CloseToTray: true } }
const FORBIDS_QUEUE: PolicyLayer['content'] = { values: { CloseToTray: true, QueueForbidden: true } }

/** Watches a policy that reads as each of these in turn, and as the last from then on. Returns what counted. */
async function watched(...contents: PolicyLayer['content'][]): Promise<boolean[]> {
  let reads = 0
  const policy = await openPolicy(() => {
    const content = contents[Math.min(reads++, contents.length - 1)] ?? EMPTY
    return Promise.resolve([{ source: 'file', place: '/etc/parcel-desk/policy.json', content }])
  })
  const [clock, changes, stopping] = [createManualClock(), new Array<boolean>(), new AbortController()]
  const onChanged: Parameters<typeof watchPolicy>[1] = ({ values }) => void changes.push(values.QueueForbidden)
  const watching = watchPolicy({ clock, policy }, onChanged, stopping.signal)
  for (let step = 0; step < 2 * contents.length; step += 1) await clock.advance(60_000)
  stopping.abort()
  await expect(watching).rejects.toThrow()
  return changes
}

describe('a policy that changes while the desk is open', () => {
  it('counts as soon as it is read', async () => {
    expect(await watched(KEEPS_TO_TRAY, FORBIDS_QUEUE)).toEqual([true])
  })

  it('counts for nothing while it is being written, when most programs leave it empty for a moment', async () => {
    expect(await watched(KEEPS_TO_TRAY, EMPTY, KEEPS_TO_TRAY)).toEqual([])
    expect(await watched(KEEPS_TO_TRAY, EMPTY, FORBIDS_QUEUE)).toEqual([true])
  })

  it('counts as the strictest where it stays what nobody can understand', async () => {
    expect(await watched(KEEPS_TO_TRAY, EMPTY)).toEqual([true])
  })
})
