import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { MANIFEST_END, MANIFEST_JSON, manifestHead } from '../../../../../src/engine/saving/archive/manifest.ts'
import { writeManifest } from '../../../../../src/engine/saving/archive/write-manifest.ts'
import { previewUndo } from '../../../../../src/engine/saving/undo/undo-plan.ts'
import { tempFolder } from '../../../../support/temp-folder.ts'
import {
  openTestLedger,
  sampleItem,
  sampleJob,
  savedVersion,
  type TestLedger,
} from '../../../../support/test-ledger.ts'

let folder: string
let store: TestLedger
beforeEach(async () => {
  folder = await tempFolder()
  store = openTestLedger(await tempFolder())
  const manifest = `${manifestHead('production')}${MANIFEST_END}\n`
  await writeFile(join(folder, MANIFEST_JSON), manifest)
})

describe('what undoing a job would do', () => {
  it('takes only what the job wrote under a free name, and counts what stays by reason', async () => {
    const job = { ...sampleJob(folder), state: 'done' as const }
    const paths = ['new.pdf', 'found.pdf', 'replaced.pdf', 'later.pdf', 'forgotten.pdf']
    store.jobs.create(
      job,
      paths.map((path) => ({ ...sampleItem(path), state: 'saved' as const })),
    )
    store.record(
      savedVersion(folder, 'new.pdf', 'four'),
      { ...savedVersion(folder, 'found.pdf'), placed: 'found' },
      { ...savedVersion(folder, 'replaced.pdf'), placed: 'replaced' },
      { ...savedVersion(folder, 'later.pdf'), jobId: 'another' },
    )
    expect(await previewUndo({ ...store, environment: 'production' }, job)).toEqual({
      files: 1,
      bytes: 4,
      kept: { changed: 0, replaced: 1, found: 1, later: 1, held: 0 },
    })
  })

  it.each([
    ['at the same time', true],
    ['afterwards', false],
  ])('leaves what another installation has saved as well %s, whatever its clock says', async (_when, hasSeenOthers) => {
    const job = { ...sampleJob(folder), state: 'done' as const }
    store.jobs.create(
      job,
      ['ours.pdf', 'both.pdf'].map((path) => ({ ...sampleItem(path), state: 'saved' as const })),
    )
    store.record(savedVersion(folder, 'ours.pdf'), savedVersion(folder, 'both.pdf'))
    const other = openTestLedger(await tempFolder())
    other.record({ ...savedVersion(folder, 'both.pdf'), savedAt: '2026-01-01T00:00:00.000Z', placed: 'found' })
    const savers = { hasSeenOthers: () => hasSeenOthers, look: () => Promise.resolve() }
    for (const { ledger } of [store, other]) await writeManifest({ job, environment: 'production', ledger, savers })
    expect(await previewUndo({ ...store, environment: 'production' }, job)).toMatchObject({
      files: 1,
      kept: { later: 1 },
    })
  })

  it('takes nothing that was removed already', async () => {
    const job = { ...sampleJob(folder), state: 'done' as const }
    store.jobs.create(job, [{ ...sampleItem('a.pdf'), state: 'saved' as const }])
    store.record(savedVersion(folder, 'a.pdf'))
    store.atomically(() => {
      store.ledger.forget(folder, ['a.pdf'], job.id)
      store.jobs.noteRemoved(job.id, [{ seq: 0 }])
    })
    expect(await previewUndo({ ...store, environment: 'production' }, job)).toMatchObject({ files: 0 })
    expect(store.jobs.counts(job.id)).toMatchObject({ saved: 0, removed: 1 })
  })

  it('forgets no version that another job has replaced', () => {
    store.record({ ...savedVersion(folder, 'a.pdf'), jobId: 'another' })
    store.atomically(() => {
      store.ledger.forget(folder, ['a.pdf'], sampleJob(folder).id)
    })
    expect(store.ledger.at(folder, 'a.pdf')).toBeDefined()
  })
})
