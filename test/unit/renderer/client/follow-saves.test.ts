import { describe, expect, it } from 'vitest'
import { mayHaveSaved } from '../../../../src/renderer/client/follow-saves.ts'
import { sampleJob } from '../../../support/sample-job.ts'

describe('what is on this disk may have changed', () => {
  it.each(['done', 'stopped', 'cancelled'] as const)('once a save that ran is %s', (state) => {
    expect(mayHaveSaved([sampleJob({ state })], [sampleJob({ state: 'running' })])).toBe(true)
  })

  it('once a save is seen that was too short to be seen running', () => {
    expect(mayHaveSaved([sampleJob({ state: 'done' })], [])).toBe(true)
  })

  it('once a save is undone', () => {
    const done = sampleJob({ state: 'done' })
    expect(mayHaveSaved([{ ...done, removed: 2 }], [done])).toBe(true)
  })

  it('not while a save goes on, and not because another one is told of', () => {
    const done = sampleJob({ jobId: 'done', state: 'done' })
    const running = sampleJob({ jobId: 'running', state: 'running' })
    expect(mayHaveSaved([done, { ...running, saved: 5 }], [done, running])).toBe(false)
    expect(mayHaveSaved([done, running], [done])).toBe(false)
  })
})
