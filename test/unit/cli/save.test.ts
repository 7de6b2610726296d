import { resolve } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { describeFailure } from '../../../src/shared/errors/failure-texts.ts'
import type { Failure } from '../../../src/shared/errors/failure.ts'
import { createFakeDesk } from './fake-desk.ts'
import { demoJob, demoPlan, demoSaved, DOCUMENT_ID, plannedDocument, savedDocument, SET_ID } from './demo-values.ts'
import { run, type RunOutcome } from '../../support/fake-terminal.ts'
import type { RunOptions } from '../../../src/engine/saving/transfer/run-job.ts'

const SAVE = ['save', '--to', 'target', '--json']

async function runStopped(failure: Failure, changes: Parameters<typeof demoJob>[0] = {}): Promise<RunOutcome> {
  const job = demoJob({ state: 'stopped', saved: 1, failure: describeFailure(failure), ...changes })
  const save = () => Promise.resolve(demoSaved({ complete: false, job }))
  return await run(SAVE, { desk: createFakeDesk({ session: { save } }).desk })
}

describe('save', () => {
  it('prints the job, its counts, its manifest and every document', async () => {
    const documents = [savedDocument(), savedDocument({ path: '/target/b.pdf' })]
    const { code, stdout } = await run(SAVE, { desk: createFakeDesk({ documents }).desk })
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual({
      job: 'job-1',
      folder: '/target',
      planned: 2,
      saved: 2,
      skipped: 0,
      failed: 0,
      bytes: 3000,
      calls: 5,
      refused: 0,
      retried: 0,
      seconds: 1.5,
      atOnce: 4,
      complete: true,
      manifest: { csv: '/target/parcel-desk-manifest.csv', json: '/target/parcel-desk-manifest.json' },
      documents,
      problems: [],
    })
  })

  it('plans what the options say, in a folder relative to the working directory', async () => {
    const { desk, calls } = createFakeDesk()
    const argv = [
      ...SAVE,
      '--name',
      '{shipmentRef}/{name}',
      '--doc-type',
      'A',
      '--doc-type',
      'B',
      '--conflict',
      'skip',
      '--only-new',
    ]
    await run(argv, { desk, workingDir: '/home/ops' })
    expect(calls.plan).toMatchObject([
      {
        folder: resolve('/home/ops/target'),
        pattern: '{shipmentRef}/{name}',
        docTypes: ['A', 'B'],
        conflict: 'skip',
        isOnlyNew: true,
      },
    ])
  })

  it('keeps both and uses the default names without options', async () => {
    const { desk, calls } = createFakeDesk()
    await run(SAVE, { desk })
    expect(calls.plan).toMatchObject([
      {
        pattern: '{customer}/{shipmentRef}/{parcelRef} {title}',
        docTypes: [],
        conflict: 'keep-both',
        isOnlyNew: false,
      },
    ])
  })

  it('passes on --concurrency and --max-minutes', async () => {
    const seen: RunOptions[] = []
    const save = (_plan: unknown, options: RunOptions) => {
      seen.push(options)
      return Promise.resolve(demoSaved())
    }
    await run([...SAVE, '--concurrency', '32', '--max-minutes', '0.5'], {
      desk: createFakeDesk({ session: { save } }).desk,
    })
    expect(seen).toMatchObject([{ concurrency: 32, maxMinutes: 0.5 }])
  })

  it.each<[Failure, number]>([
    [{ tag: 'some-not-saved', failed: 1, planned: 2 }, 5],
    [{ tag: 'stopped-early', reason: 'Out of time', pending: 1 }, 5],
    [{ tag: 'disk-full', folder: '/target' }, 7],
    [{ tag: 'sign-in-refused', username: 'ops', origin: 'https://e' }, 3],
    [{ tag: 'interrupted', job: 'job-1' }, 130],
  ])('prints its result with the failure that it ended with: %o', async (failure, code) => {
    const outcome = await runStopped(failure)
    expect(outcome.code).toBe(code)
    expect(JSON.parse(outcome.stdout)).toMatchObject({
      job: 'job-1',
      saved: 1,
      complete: false,
      failure: { tag: failure.tag },
    })
    expect(outcome.stderr).toContain(describeFailure(failure).message)
  })

  it('names resume when it was interrupted, because the job is kept', async () => {
    expect((await runStopped({ tag: 'interrupted', job: 'job-1' })).stderr).toContain('parcel-desk resume job-1')
  })

  it('removes secrets from failures that quote the service, of the job and of its documents', async () => {
    const failure = describeFailure({ tag: 'access-denied', endpoint: 'it', said: 'Bearer opaque-canary-token' })
    const job = demoJob({ state: 'stopped', failed: 1, failure })
    const save = () => Promise.resolve(demoSaved({ job, complete: false }))
    const { desk } = createFakeDesk({ session: { save }, documents: [savedDocument({ state: 'failed', failure })] })
    const { stdout, stderr } = await run(SAVE, { desk })
    expect(JSON.parse(stdout)).toMatchObject({ documents: [{ failure: { tag: 'access-denied' } }] })
    expect(stdout + stderr).toContain('[redacted]')
    expect(stdout + stderr).not.toContain('opaque-canary-token')
  })

  it('says so when nothing is left to save, instead of announcing 0 documents', async () => {
    const plan = () => Promise.resolve(demoPlan({ documents: [plannedDocument({ state: 'skipped' })] }))
    const { stderr } = await run(SAVE, { desk: createFakeDesk({ session: { plan } }).desk })
    expect(stderr).toContain('Nothing is new')
  })

  it('ends with 5 when everything listed is saved but not everything was listed', async () => {
    const save = () => Promise.resolve(demoSaved({ complete: false }))
    const { code, stdout } = await run(SAVE, { desk: createFakeDesk({ session: { save } }).desk })
    expect(code).toBe(5)
    expect(JSON.parse(stdout)).toMatchObject({ complete: false, failure: { tag: 'incomplete' } })
  })

  it('prints the plan and saves nothing with --dry-run', async () => {
    const save = vi.fn(() => Promise.resolve(demoSaved()))
    const there = { bytes: 7, writtenAt: '2026-02-04T08:15:00.000Z', modifiedDate: null, isKnown: false }
    const documents = [
      plannedDocument(),
      plannedDocument({ state: 'skipped', action: 'unchanged', path: '/target/b.pdf', bytes: 7 }),
      plannedDocument({ action: 'replace', there, path: '/target/c.pdf' }),
    ]
    const plan = () => Promise.resolve(demoPlan({ documents, requests: 3, freeBytes: 5e9, likelyBytes: 9e9 }))
    const desk = () => createFakeDesk({ session: { save, plan } }).desk
    const { code, stdout } = await run([...SAVE, '--dry-run'], { desk: desk() })
    expect(code).toBe(0)
    expect(save).not.toHaveBeenCalled()
    const ids = { setId: SET_ID, documentId: DOCUMENT_ID, attempts: 0 }
    expect(JSON.parse(stdout)).toEqual({
      job: null,
      folder: '/target',
      planned: 3,
      saved: 0,
      skipped: 1,
      failed: 0,
      bytes: 0,
      complete: false,
      manifest: null,
      requests: 3,
      problems: [],
      freeBytes: 5e9,
      likelyBytes: 9e9,
      documents: [
        { ...ids, state: 'pending', path: '/target/a.pdf', action: 'save', there: null },
        { ...ids, state: 'skipped', path: '/target/b.pdf', bytes: 7, action: 'unchanged', there: null },
        { ...ids, state: 'pending', path: '/target/c.pdf', action: 'replace', there },
      ],
    })
    const text = await run(['save', '--to', 'x', '--dry-run'], { desk: desk() })
    expect(text.stdout).toContain('save     /target/a.pdf\nskip     /target/b.pdf\nreplace  /target/c.pdf\n')
    expect(text.stdout).toContain(
      '2 documents would be saved to /target in about 3 calls, 1 skipped; 5.0 GB are free there',
    )
    expect(text.stdout).toContain('1 file there already would be replaced.')
    expect(text.stdout).toContain('5.0 GB are free where the folder is, and these documents will take about 9.0 GB.')
  })

  it('lists for people what was not saved and why', async () => {
    const failure = describeFailure({ tag: 'not-a-whole-pdf', endpoint: 'the document', reason: 'it ends early' })
    const { sha256: _sha256, bytes: _bytes, ...unsaved } = savedDocument({ state: 'failed', failure })
    const save = () => Promise.resolve(demoSaved({ job: demoJob({ saved: 1, failed: 1 }) }))
    const { desk } = createFakeDesk({ documents: [unsaved], session: { save } })
    const { stdout } = await run(['save', '--to', 'x'], { desk })
    expect(stdout).toContain(
      'not saved  /target/a.pdf\n           What came for the document is not a whole PDF: it ends early.',
    )
    expect(stdout).toContain('Manifest  /target/parcel-desk-manifest.csv')
  })
})
