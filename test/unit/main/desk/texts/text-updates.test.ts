import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createLogger } from '../../../../../src/engine/base/logger.ts'
import type { UpdateOptions } from '../../../../../src/engine/texts/update-index.ts'
import { createEventHub } from '../../../../../src/main/desk/event-hub.ts'
import { createTextUpdates } from '../../../../../src/main/desk/texts/text-updates.ts'
import { effectiveSettings } from '../../../../../src/shared/policy/user-settings.ts'
import { sampleJob } from '../../../../support/sample-job.ts'
import { createManualClock } from '../../../../support/manual-clock.ts'
import { policyOf } from '../../../../support/test-policy.ts'

function setUp() {
  const clock = createManualClock()
  const events = createEventHub(clock)
  const updates: UpdateOptions[] = []
  let isWanted = true
  const never = (): never => {
    throw new Error('not asked for')
  }
  const texts = {
    update: async (options: UpdateOptions = {}) => {
      updates.push(options)
      await options.mayRead?.()
    },
    status: never,
    flawed: never,
    find: never,
    clear: never,
  }
  const engine = { texts: () => texts, logger: createLogger({ write: () => undefined }) }
  const room = createTextUpdates({ engine, events, clock, runs: { list: () => [] }, isWanted: () => isWanted })
  room.start()
  onTestFinished(room.stop)
  const turn = (isOn: boolean): void => {
    isWanted = isOn
    events.emit('settings.changed', effectiveSettings({ indexesTexts: isOn }, policyOf().current().values))
  }
  return { clock, events, updates, turn }
}

describe('the texts of the desk', () => {
  it('are read a while after the start, in both environments', async () => {
    const { clock, updates } = setUp()
    expect(updates).toEqual([])
    await clock.advance(15_000)
    await nextTurn()
    expect(updates).toHaveLength(2)
  })

  it('are read after a save that was too short to be seen at work', async () => {
    const { events, updates } = setUp()
    events.emit('jobs.changed', sampleJob({ state: 'done' }))
    await nextTurn()
    expect(updates).toHaveLength(2)
  })

  it('are looked at again once a save is undone, and the page is told', async () => {
    const { events, updates } = setUp()
    const told: string[] = []
    events.listen(({ name }) => void told.push(name))
    events.emit('jobs.changed', sampleJob({ state: 'done', removed: 2, isUndoBegun: true }))
    expect(updates).toEqual([])
    events.emit('jobs.changed', sampleJob({ state: 'done', removed: 2, isUndoBegun: false }))
    await nextTurn()
    expect(updates).toHaveLength(2)
    expect(told).toContain('texts.changed')
  })

  it('are not read where the user has turned that off, and at once where it is on again', async () => {
    const { clock, updates, turn } = setUp()
    turn(false)
    await clock.advance(15_000)
    await nextTurn()
    expect(updates).toEqual([])
    turn(true)
    await nextTurn()
    expect(updates).toHaveLength(2)
    turn(false)
    expect(updates[1]?.signal?.aborted).toBe(true)
  })
})
