import { mkdir, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { MANIFEST_CSV, MANIFEST_JSON } from '../../../src/engine/saving/archive/manifest.ts'
import { HELD_WAITS_MS } from '../../../src/engine/files/file-system.ts'
import { type ExchangeService, startExchangeService } from '../../exchange-service/start-exchange-service.ts'
import { distinctData, honestHashes, savedHashes } from '../../support/distinct-documents.ts'
import { type PrintedSave, readSaveResult, saveResult, wholeFailure } from '../../support/save-results.ts'
import { filesBelow } from '../../support/temp-folder.ts'
import { EVERY_ACT, windowsDisk } from '../../support/windows-disk.ts'
import { createProgram, type Program, type ProgramResult } from '../cli-program.ts'

const data = distinctData({ sets: 60, documentsPerSet: 2, customers: 3 })
const hashes = await honestHashes(data)
const ids = [...hashes.keys()]
const SAVE = ['save', '--to', 'archive', '--name', '{customer}/{documentId}', '--concurrency', '8', '--json', '--quiet']
/** A few documents of the first customer: enough to see what happens to one of them. */
const [CUSTOMER] = data.counterparties
const OF_CUSTOMER = data.search({ customerIds: [CUSTOMER?.customerId ?? ''] }).slice(0, 5)
const FEW = OF_CUSTOMER.flatMap(({ row }) => ['--shipment-ref', row.shipmentRef])
const any = (documentIds: readonly string[]): string => documentIds.join('|')

/** What Windows does to a disk, played on other systems; on Windows itself test/windows has the real thing. */
const isWindows = process.platform === 'win32'

let service: ExchangeService
let program: Program
let archive: string
beforeEach(async () => {
  service = await startExchangeService({ data })
  onTestFinished(service.close)
  program = await createProgram(service.url)
  onTestFinished(program.remove)
  archive = join(program.folder, 'archive')
})

const listedJobs = z.array(z.object({ saved: z.number() }))

/** Starts a save, and takes the share away once more than twenty of its documents are recorded, and before all are. */
async function saveUntilGone(code: string): Promise<ProgramResult> {
  const gone = join(program.folder, 'share-is-gone')
  const env = windowsDisk({ acts: EVERY_ACT, path: '/archive', code, from: gone })
  const gate = service.hold('document', 60)
  const running = program.start(SAVE, { env })
  const recorded = async (): Promise<number> => {
    const [job] = listedJobs.parse(JSON.parse((await program.runHere(['jobs', '--json'])).stdout))
    return job?.saved ?? 0
  }
  await expect.poll(() => gate.waiting).toBeGreaterThan(0)
  await expect.poll(recorded).toBeGreaterThan(20)
  await writeFile(gone, '')
  gate.open()
  return await running.result
}

const fileOf = async (documentId: string): Promise<string> =>
  (await filesBelow(archive)).find((file) => file.includes(documentId)) ?? documentId

describe.skipIf(isWindows)('saving on a Windows disk', () => {
  it(
    'saves everything where a scanner holds 40 new files, some longer than the retries last, and cleans up at the end',
    { tags: 'soak' },
    async () => {
      const many = distinctData({ sets: 300, documentsPerSet: 2, customers: 3 })
      const whole = await honestHashes(many)
      const held = any([...whole.keys()].filter((_, index) => index % 15 === 0))
      const exchange = await startExchangeService({ data: many })
      onTestFinished(exchange.close)
      const env = {
        PARCEL_DESK_BASE_URL: exchange.url,
        ...windowsDisk(
          { acts: ['link', 'rename'], path: held, code: 'EBUSY', times: 2 },
          { acts: ['unlink'], path: held, code: 'EPERM', times: HELD_WAITS_MS.length + 1 },
        ),
      }
      const { code, stdout } = await program.run(SAVE, { env })
      expect({ code, ...readSaveResult(stdout) }).toMatchObject({ code: 0, saved: 600, failed: 0, complete: true })
      expect(await savedHashes(archive)).toEqual(whole)
      expect(await filesBelow(archive)).toHaveLength(600 + 2)
    },
  )

  it('saves everything to a USB stick without hard links (exFAT)', async () => {
    const env = windowsDisk({ acts: ['link'], path: '/archive', code: 'EISDIR' })
    const { code, stdout } = await program.run(SAVE, { env })
    expect({ code, ...readSaveResult(stdout) }).toMatchObject({ code: 0, saved: hashes.size, complete: true })
    expect(await savedHashes(archive)).toEqual(hashes)
  })

  it.each(['UNKNOWN', 'ECONNRESET', 'ETIMEDOUT'])(
    'ends with 7 when the share vanishes with %s, keeps what was saved, and goes on when it is back',
    async (thrown) => {
      const { code, stdout, stderr } = await saveUntilGone(thrown)
      const { saved, failed, failure } = readSaveResult(stdout)
      expect({ code, stderr, failed, tag: failure?.tag }).toMatchObject({ code: 7, failed: 0, tag: 'folder-gone' })
      expect(saved).toBeGreaterThan(20)
      expect((await savedHashes(archive)).size).toBeGreaterThanOrEqual(saved)
      expect(await program.runHere(['resume', '--json', '--quiet'])).toMatchObject({ code: 0 })
      expect(await savedHashes(archive)).toEqual(hashes)
    },
  )
})

describe.skipIf(isWindows)('one file that is held on a Windows disk', () => {
  const few = [...SAVE, ...FEW]
  let job: string
  let held: string
  let planned: number
  beforeEach(async () => {
    const { stdout } = await program.runHere(few)
    const { documents, ...saved } = readSaveResult(stdout)
    job = saved.job
    planned = documents.length
    held = documents[0]?.documentId ?? ''
  })

  it('fails only that document when all are saved again', { tags: 'soak' }, async () => {
    const env = windowsDisk({ acts: ['open'], path: `${held}\\.pdf$`, code: 'EBUSY' })
    const { code, stdout } = await program.run(few, { env })
    const { documents, ...counts } = readSaveResult(stdout)
    expect({ code, ...counts }).toMatchObject({ code: 5, skipped: planned - 1, failed: 1 })
    expect(documents.find(({ state }) => state === 'failed')).toMatchObject({
      documentId: held,
      failure: { tag: 'file-held', message: expect.stringContaining('another program has it open') },
    })
  })

  it('does not stop verify, which lists the file as unreadable', async () => {
    const env = windowsDisk({ acts: ['open'], path: held, code: 'EBUSY' })
    const { code, stdout } = await program.run(['verify', 'archive', '--json'], { env })
    expect(code).toBe(5)
    expect(JSON.parse(stdout)).toMatchObject({
      ok: planned - 1,
      missing: [],
      changed: [],
      extra: [],
      unreadable: [await fileOf(held)],
      failure: { tag: 'folder-differs' },
    })
  })

  it.each(['UNKNOWN', 'EIO'])('is kept by undo where the disk refuses it as %s, and the others go', async (code) => {
    const env = windowsDisk({ acts: ['open'], path: `${held}\\.pdf$`, code })
    const first = await program.run(['undo', job, '--json'], { env })
    expect(first.code).toBe(0)
    expect(JSON.parse(first.stdout)).toMatchObject({
      removed: planned - 1,
      kept: [{ path: await fileOf(held), reason: 'held' }],
    })
    const { stdout } = await program.runHere(['verify', 'archive', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ ok: 1, missing: [], extra: [] })
    expect(await program.runHere(['undo', job])).toMatchObject({ code: 0 })
    expect(await filesBelow(archive)).toEqual([])
  })

  it('does not hide why an undo ended, and what it removed by then is recorded', async () => {
    const env = windowsDisk({ acts: ['open'], path: `${held}\\.pdf$`, code: 'EMFILE' })
    const { code, stdout } = await program.run(['undo', job, '--json'], { env })
    expect({ code, ...wholeFailure.parse(JSON.parse(stdout)) }).toMatchObject({
      code: 7,
      failure: { tag: 'folder-not-writable', message: expect.stringContaining('too many files are open') },
    })
    const verified = await program.runHere(['verify', 'archive', '--json'])
    expect(JSON.parse(verified.stdout)).toMatchObject({ missing: [], extra: [] })
    expect(await program.runHere(['undo', job])).toMatchObject({ code: 0 })
    expect(await filesBelow(archive)).toEqual([])
  })

  it('fails only that document when a scanner refuses it as UNKNOWN, because the folder is there', async () => {
    await rm(join(archive, await fileOf(held)))
    const env = windowsDisk({ acts: ['link', 'rename'], path: held, code: 'UNKNOWN' })
    const { code, stdout } = await program.run(few, { env })
    expect({ code, ...readSaveResult(stdout) }).toMatchObject({ code: 5, skipped: planned - 1, failed: 1 })
    expect(stdout).toContain('"file-refused"')
    expect((await filesBelow(archive)).filter((file) => file.endsWith('.part'))).toEqual([])
  })

  it('is adopted where it can only be read: read-only, or open in a reader', async () => {
    const env = windowsDisk({ acts: ['open'], path: String.raw`^r\+$`, code: 'EPERM' })
    const { code, stdout } = await program.run([...few, '--data-dir', 'another-data'], { env })
    expect({ code, ...readSaveResult(stdout) }).toMatchObject({ code: 0, saved: planned, failed: 0 })
    expect(await filesBelow(archive)).toHaveLength(planned + 2)
  })

  it('says that the share is gone where it goes while a save is planned', async () => {
    const env = windowsDisk({ acts: ['lstat'], path: any(ids), code: 'ECONNRESET' })
    const { code, stdout } = await program.run([...few, '--dry-run'], { env })
    expect({ code, ...wholeFailure.parse(JSON.parse(stdout)) }).toMatchObject({
      code: 7,
      failure: { tag: 'folder-gone' },
    })
  })

  it('may be the manifest: then save and verify say which file to close', async () => {
    const env = windowsDisk({ acts: ['open'], path: MANIFEST_JSON, code: 'EBUSY' })
    for (const words of [few, ['verify', 'archive', '--json']]) {
      const { code, stdout } = await program.run(words, { env })
      expect(code).toBe(7)
      expect(JSON.parse(stdout)).toMatchObject({
        failure: { tag: 'file-held', message: expect.stringContaining(MANIFEST_JSON) },
      })
    }
  })

  it('may be the CSV, open in a spreadsheet: a problem, not a failure', async () => {
    const env = windowsDisk({ acts: ['rename'], path: `${MANIFEST_CSV}$`, code: 'EPERM' })
    const { code, stdout, stderr } = await program.run(few, { env })
    const { complete, manifest, problems, failure } = readSaveResult(stdout)
    expect({ code, complete, failure }).toEqual({ code: 0, complete: true, failure: undefined })
    expect(manifest?.json).toBe(join(archive, MANIFEST_JSON))
    expect(problems).toEqual([
      { where: join(archive, MANIFEST_CSV), message: expect.stringMatching(/Close it.*resume/) },
    ])
    expect(stderr).toContain('Close it')
    expect((await filesBelow(archive)).filter((file) => file.endsWith('.part'))).toEqual([])
  })
})

describe.skipIf(isWindows)('a folder typed on Windows', () => {
  const SET = '5c0f2a34-9f0e-4c55-8a51-0d2f6f1f7b10'
  it.each([
    ['save', '--to', String.raw`C:\My Ships" --only-new --quiet`],
    ['save', '--to', String.raw`C:\what?`],
    ['save', '--to', String.raw`\\?\C:\X`],
    ['get', '--set', SET, '--document', SET, '--output', String.raw`C:\got.pdf:x`],
    ['verify', String.raw`C:\aux`],
  ])('is bad usage where nobody can mean it: %s %s %s', async (...words) => {
    const { code, stderr } = await program.run(words, { env: windowsDisk() })
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/cannot be/) })
    expect(service.counts.search).toBe(0)
  })
})

describe.skipIf(isWindows)('one folder in several spellings', () => {
  it('is one archive on Windows, by its name on the disk: nothing is fetched twice', async () => {
    await mkdir(join(program.folder, 'Archive'))
    await symlink('Archive', archive)
    const env = windowsDisk()
    const first = readSaveResult((await program.run([...SAVE, ...FEW], { env })).stdout)
    expect(first.folder).toBe(join(await realpath(program.folder), 'Archive'))
    const asked = service.counts.document
    const words = [
      'save',
      '--to',
      'Archive',
      '--name',
      '{customer}/{documentId}',
      '--only-new',
      '--json',
      '--quiet',
      ...FEW,
    ]
    const second = readSaveResult((await program.run(words, { env })).stdout)
    expect(second).toMatchObject({ folder: first.folder, skipped: first.saved, saved: 0 })
    expect(service.counts.document).toBe(asked)
  })

  it('is saved into where somebody created it before, and verify finds nothing extra', async () => {
    const customer = CUSTOMER?.customerName ?? ''
    await mkdir(join(archive, customer.toUpperCase()), { recursive: true })
    const { code } = await program.runHere([...SAVE, ...FEW])
    const verified = await program.runHere(['verify', 'archive'])
    expect([code, verified.code]).toEqual([0, 0])
    expect(await readdir(archive)).toEqual([customer.toUpperCase(), MANIFEST_CSV, MANIFEST_JSON])
  })
})

describe.skipIf(isWindows)('a path that is too long for Windows', () => {
  it('fails only that document, in the dry run and in the result; the others are saved', async () => {
    const env = windowsDisk()
    const dryRun = async (folder: string): Promise<Pick<PrintedSave, 'documents'>> =>
      saveResult
        .pick({ documents: true })
        .parse(JSON.parse((await program.run(['save', '--dry-run', '--to', folder, ...words], { env })).stdout))
    const words = ['--name', '{name}', '--json', '--quiet', ...FEW]
    const lengths = (await dryRun('archive')).documents.map(({ path }) => basename(path).length)
    // So deep that only the shortest of these names fits.
    const chars = 259 - 1 - Math.min(...lengths) - program.folder.length - 1
    const root = join('r'.repeat(chars - 101), 's'.repeat(100))
    const planned = await dryRun(root)
    const tooLong = planned.documents.filter(({ state }) => state === 'failed')
    expect(tooLong.length).toBeGreaterThan(0)
    expect(tooLong.length).toBeLessThan(planned.documents.length)
    expect(tooLong[0]?.failure?.tag).toBe('path-too-long')
    const { code, stdout } = await program.run(['save', '--to', root, ...words], { env })
    const { saved, failed, documents } = readSaveResult(stdout)
    expect({ code, saved, failed }).toEqual({
      code: 5,
      saved: planned.documents.length - tooLong.length,
      failed: tooLong.length,
    })
    expect(service.counts.document).toBe(saved)
    expect(documents.filter(({ state }) => state === 'failed').map(({ failure }) => failure?.tag)).toEqual(
      tooLong.map(() => 'path-too-long'),
    )
  })
})
