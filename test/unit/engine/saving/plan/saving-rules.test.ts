import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { PlanOptions } from '../../../../../src/engine/saving/plan/save-plan.ts'
import { createSavingRules } from '../../../../../src/engine/saving/plan/saving-rules.ts'
import type { Job } from '../../../../../src/engine/saving/records/job-rows.ts'
import { CAN_LINK } from '../../../../support/system-abilities.ts'
import { tempFolder } from '../../../../support/temp-folder.ts'
import { policyOf } from '../../../../support/test-policy.ts'

const REQUEST: PlanOptions = { folder: '/x', pattern: '{name}', docTypes: [], conflict: 'replace', isOnlyNew: false }

describe('the folders that documents may be saved in', () => {
  it('are any without a policy', async () => {
    const folder = await tempFolder()
    expect(() => createSavingRules(policyOf()).assertFolderAllowed(folder)).not.toThrow()
  })

  it('are those of the policy and what is below them, there yet or not', async () => {
    const [archive, other] = [join(await tempFolder(), 'archive'), await tempFolder()]
    const rules = createSavingRules(policyOf({ ArchiveRoots: [join(other, 'not-there'), archive] }))
    for (const allowed of [archive, join(archive, 'a', 'b'), join(other, 'not-there', 'a')]) {
      expect(() => rules.assertFolderAllowed(allowed)).not.toThrow()
    }
    for (const refused of [`${archive}-2`, join(archive, '..'), join(archive, '..', 'elsewhere'), other]) {
      expect(() => rules.assertFolderAllowed(refused)).toThrow(/is forbidden here by your organisation, in/)
    }
  })

  it.runIf(CAN_LINK)('are not what a link inside them leads to', async () => {
    const [archive, outside] = [join(await tempFolder(), 'archive'), await tempFolder()]
    mkdirSync(archive)
    symlinkSync(outside, join(archive, 'link'))
    const rules = createSavingRules(policyOf({ ArchiveRoots: [archive] }))
    expect(() => rules.assertFolderAllowed(join(archive, 'link', 'a'))).toThrow(/is forbidden here/)
  })

  it('are none where the list is empty', () => {
    expect(() => createSavingRules(policyOf({ ArchiveRoots: [] })).assertFolderAllowed('/x')).toThrow(
      /is forbidden here/,
    )
  })
})

describe('a plan', () => {
  it('is as asked without a policy, and has the pattern and the conflict policy that are set', () => {
    expect(createSavingRules(policyOf()).restrict(REQUEST)).toEqual(REQUEST)
    const rules = createSavingRules(
      policyOf({ NamePattern: '{parcelRef}', NamePatternLocked: true, ConflictPolicy: 'skip' }),
    )
    expect(rules.restrict(REQUEST)).toEqual({ ...REQUEST, pattern: '{parcelRef}', conflict: 'skip' })
  })

  it('keeps its own pattern where that of the organisation is only the first one', () => {
    expect(createSavingRules(policyOf({ NamePattern: '{parcelRef}' })).restrict(REQUEST)).toEqual(REQUEST)
  })
})

describe('a job', () => {
  it('that is older than the policy obeys it all the same', () => {
    const rules = createSavingRules(policyOf({ ConcurrencyMax: 2, ConflictPolicy: 'keep-both' }))
    const job: Pick<Job, 'concurrency' | 'conflict'> = { concurrency: 16, conflict: 'replace' }
    expect(rules.restrictJob(job)).toEqual({ concurrency: 2, conflict: 'keep-both' })
    expect(rules.restrictJob({ ...job, concurrency: 1 }).concurrency).toBe(1)
  })
})
