import { readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { demoData } from '../exchange-service/demo-data.ts'
import { largeData } from '../exchange-service/large-data.ts'
import { type ExchangeService, startExchangeService } from '../exchange-service/start-exchange-service.ts'
import { createProgram, type Program } from './cli-program.ts'

const saveResult = z.looseObject({
  job: z.string(),
  folder: z.string(),
  planned: z.number(),
  saved: z.number(),
  skipped: z.number(),
  failed: z.number(),
  complete: z.boolean(),
  documents: z.array(z.looseObject({ state: z.string(), path: z.string(), failure: z.unknown().optional() })),
  failure: z.looseObject({ tag: z.string() }).optional(),
})

const SAVE = ['save', '--customer', 'aurora', '--to', 'out', '--json']
const SAVE_ALL = ['save', '--to', 'out', '--json']

const REPORT_DISK_THREAD = `
  import { syncBuiltinESMExports } from 'node:module'
  import threads from 'node:worker_threads'
  const { Worker } = threads
  threads.Worker = class extends Worker {
    constructor(program, options) {
      super(program, options)
      console.error(program.href + ' starts')
      this.on('message', (replies) => {
        console.error(program.href + (replies.length > 0 ? ' answers' : ' listens'))
      })
    }
  }
  syncBuiltinESMExports()
`
/** Makes a program report what its workers do. */
const REPORTING = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(REPORT_DISK_THREAD)}` }

let service: ExchangeService
let program: Program

beforeEach(async () => {
  service = await startExchangeService({ data: demoData({ setsPerCustomer: 4 }) })
  program = await createProgram(service.url)
})

afterEach(async () => {
  await service.close()
  await program.remove()
})

async function save(...options: string[]): Promise<{ code: number | null; result: z.infer<typeof saveResult> }> {
  const { code, stdout } = await program.run([...SAVE, ...options])
  return { code, result: saveResult.parse(JSON.parse(stdout)) }
}

describe('saving from the command line', () => {
  it('saves every document of a customer, checks itself, and fetches nothing a second time', async () => {
    const first = await save()
    expect(first).toMatchObject({ code: 0, result: { complete: true, failed: 0, skipped: 0 } })
    expect(first.result.saved).toBe(first.result.planned)
    expect(first.result.documents.every(({ state }) => state === 'saved')).toBe(true)
    const before = service.counts.document
    const again = await save('--only-new')
    expect(again.code).toBe(0)
    expect(again.result).toMatchObject({ saved: 0, skipped: first.result.planned })
    expect(service.counts.document).toBe(before)
    expect(await program.run(['verify', 'out'])).toMatchObject({ code: 0 })
  })

  it('writes 200 documents on the disk thread, also when it is run from source: the program that it names is there and answers', async () => {
    const large = await startExchangeService({ data: largeData({ sets: 100, documentsPerSet: 2, customers: 1 }) })
    onTestFinished(large.close)
    // Without that program everything would be saved too, on the main thread: only the thread shows that it is used.
    const documents = large.hold('document')
    const running = program.start(SAVE_ALL, { env: { ...REPORTING, PARCEL_DESK_BASE_URL: large.url } })
    await expect.poll(running.said).toMatch(/disk-worker\.\w+ listens/)
    documents.open()
    expect(await running.result).toMatchObject({ code: 0, stderr: expect.stringMatching(/disk-worker\.\w+ answers/) })
  })

  it('starts no thread for a few documents, which would take longer than they do', async () => {
    expect(await program.run([...SAVE, '--quiet'], { env: REPORTING })).toMatchObject({ code: 0, stderr: '' })
  })

  it('notices with verify what was changed, removed or added', async () => {
    const { result } = await save()
    const [changed = '', missing = ''] = result.documents.map((document) => document.path)
    await writeFile(changed, 'other')
    await rm(missing)
    await writeFile(path.join(program.folder, 'out', 'stranger.pdf'), '')
    const { code, stdout } = await program.run(['verify', 'out', '--json'])
    expect(code).toBe(5)
    const lists = z.object({ missing: z.array(z.string()), changed: z.array(z.string()), extra: z.array(z.string()) })
    const found = lists.parse(JSON.parse(stdout))
    expect([found.missing.length, found.changed.length, found.extra.length]).toEqual([1, 1, 1])
  })

  it('plans exactly the files that a run then writes, and writes none of them', async () => {
    const { code, stdout } = await program.run([...SAVE, '--dry-run'])
    expect(code).toBe(0)
    const plan = saveResult.extend({ job: z.null() }).parse(JSON.parse(stdout))
    expect(await readdir(program.folder)).toEqual(['data'])
    expect(service.counts.document).toBe(0)
    const { result } = await save()
    expect(result.documents.map((document) => document.path)).toEqual(plan.documents.map((document) => document.path))
  })

  it('ends with 5 and gives the reason for each document that could not be saved', async () => {
    service.faults.add({ match: 'document', kind: '404', times: 1 })
    const { code, result } = await save()
    expect(code).toBe(5)
    expect(result).toMatchObject({ complete: false, failed: 1, failure: { tag: 'some-not-saved' } })
    expect(result.documents.filter(({ state }) => state === 'failed')).toMatchObject([
      { failure: { tag: 'not-found' } },
    ])
    const resumed = await program.run(['resume', '--json'])
    expect(resumed.code).toBe(0)
    expect(saveResult.parse(JSON.parse(resumed.stdout))).toMatchObject({
      complete: true,
      failed: 0,
      saved: result.planned,
    })
  })

  it('is stopped by Ctrl+C, keeps what it saved, and is finished by resume without fetching that again', async () => {
    const gate = service.hold('document')
    const { child, said, result } = program.start([...SAVE, '--concurrency', '2'])
    await expect.poll(() => gate.waiting).toBe(2)
    child.kill('SIGINT')
    await expect.poll(said).toContain('Stopping')
    gate.open()
    const stopped = await result
    expect(stopped.code).toBe(130)
    expect(stopped.stderr).toContain('parcel-desk resume')
    const before = saveResult.parse(JSON.parse(stopped.stdout))
    expect(before.failure?.tag).toBe('interrupted')
    const fetched = service.counts.document
    const resumed = await program.run(['resume', before.job, '--json'])
    expect(resumed.code).toBe(0)
    expect(saveResult.parse(JSON.parse(resumed.stdout))).toMatchObject({ complete: true, saved: before.planned })
    expect(service.counts.document - fetched).toBe(before.planned - before.saved)
  })

  it('resumes a job of a one-off connection when only the password is given', async () => {
    await save('--credential-form', 'headers', '--environment', 'test', '--max-minutes', '0.000001')
    const env = { PARCEL_DESK_BASE_URL: '', PARCEL_DESK_USERNAME: '' }
    const { stdout } = await program.run(['jobs', '--json'], { env })
    expect(JSON.parse(stdout)).toMatchObject([{ profile: null, credentialForm: 'headers', environment: 'test' }])
    const resumed = await program.run(['resume', '--json'], { env })
    expect(resumed.code).toBe(0)
    expect(saveResult.parse(JSON.parse(resumed.stdout))).toMatchObject({ complete: true })
  })

  it('aborts what is in progress at the second Ctrl+C, even when the service is silent', async () => {
    const gate = service.hold('document')
    const { child, said, result } = program.start(SAVE)
    await expect.poll(() => gate.waiting).toBeGreaterThan(0)
    child.kill('SIGTERM')
    await expect.poll(said).toContain('Stopping')
    child.kill('SIGTERM')
    expect((await result).code).toBe(130)
    expect((await program.run(['jobs'])).stdout).toContain('stopped')
  })

  it('keeps a second run out of the same data folder with 8', async () => {
    const gate = service.hold('document')
    const first = program.start(SAVE)
    await expect.poll(() => gate.waiting).toBeGreaterThan(0)
    const second = await program.run(['save', '--customer', 'aurora', '--to', 'other', '--json'])
    expect(second.code).toBe(8)
    expect(JSON.parse(second.stdout)).toMatchObject({ failure: { tag: 'locked' } })
    gate.open()
    expect((await first.result).code).toBe(0)
  })

  it('ends with 7 when there is a file in place of the folder', async () => {
    await writeFile(path.join(program.folder, 'out'), '')
    expect(await program.run(SAVE)).toMatchObject({ code: 7 })
    expect(service.counts.document).toBe(0)
  })
})
