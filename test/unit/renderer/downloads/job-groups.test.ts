import { describe, expect, it } from 'vitest'
import { groupJobs, listedGroups } from '../../../../src/renderer/downloads/job-groups.ts'
import type { Job } from '../../../../src/renderer/downloads/job-words.ts'
import { sampleJob } from '../../../support/sample-job.ts'

const done = { state: 'done', saved: 2, skipped: 0, planned: 2, pending: 0 } as const

function ofRule(parcel: string, more: Partial<Job> = {}): Job {
  const rule = { ruleId: 'issued', name: 'Issued bills', setId: `set ${parcel}`, parcel }
  return sampleJob({ jobId: parcel, rule, ...done, ...more })
}

describe('the rows of Downloads', () => {
  it('are one per rule and day, so that a job of the user’s own is not lost among a hundred of a rule', () => {
    const parcels = Array.from({ length: 131 }, (_, at) => ofRule(`PR-${at}`))
    const own = sampleJob({ jobId: 'own' })
    const groups = groupJobs([...parcels.slice(0, 70), own, ...parcels.slice(70)])
    expect(groups.map(({ ruleName, sets, jobs }) => [ruleName, sets, jobs.length])).toEqual([
      ['Issued bills', 131, 131],
      [null, 1, 1],
    ])
    expect(groups[0]?.total).toMatchObject({ planned: 262, saved: 262 })
    expect(groups[1]).toMatchObject({ key: 'own', total: own })
  })

  it('separate days, rules and accounts', () => {
    const other = { ruleId: 'held', name: 'Issued bills', setId: 'set', parcel: null }
    const groups = groupJobs([
      ofRule('1'),
      ofRule('2', { createdAt: '2026-03-05T10:00:00Z' }),
      ofRule('3', { rule: other }),
      ofRule('4', { username: 'second' }),
      ofRule('5', { environment: 'production' }),
      ofRule('6'),
    ])
    expect(groups.map(({ jobs }) => jobs.map(({ jobId }) => jobId))).toEqual([['1', '6'], ['2'], ['3'], ['4'], ['5']])
  })

  it('count a set once if a rule saved it twice on one day', () => {
    const [group] = groupJobs([ofRule('1'), { ...ofRule('1'), jobId: 'again' }])
    expect(group).toMatchObject({ sets: 1, jobs: { length: 2 } })
  })

  it('have the status of the job that most needs attention, with the counts of all', () => {
    const failed = ofRule('failed', { state: 'stopped', saved: 1, failed: 1 })
    const running = ofRule('running', { state: 'running', saved: 0, pending: 2 })
    const [group] = groupJobs([ofRule('1'), running, failed, ofRule('2')])
    expect(group).toMatchObject({ isOpen: true, isUnderWay: true, urgent: { jobId: 'failed' } })
    expect(group?.total).toMatchObject({ planned: 8, saved: 5, failed: 1, pending: 2 })
    expect(groupJobs([ofRule('1')])[0]).toMatchObject({ isOpen: false, isUnderWay: false })
  })

  it('are computed once while nothing changes, without finished jobs of other accounts', () => {
    const shown = { jobs: [ofRule('1')], session: null }
    expect(listedGroups(shown)).toBe(listedGroups(shown))
    expect(listedGroups(shown)).toEqual([])
    expect(listedGroups({ ...shown, jobs: [ofRule('1', { state: 'running' })] })).toHaveLength(1)
  })
})
