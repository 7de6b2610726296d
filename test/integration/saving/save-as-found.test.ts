import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { demoData } from '../../exchange-service/demo-data.ts'
import { largeData } from '../../exchange-service/large-data.ts'
import {
  type ExchangeService,
  type ServiceOptions,
  startExchangeService,
} from '../../exchange-service/start-exchange-service.ts'
import { filesBelow } from '../../support/temp-folder.ts'
import { readSaveResult } from '../../support/save-results.ts'
import { createProgram, type Program } from '../cli-program.ts'

let service: ExchangeService
let program: Program

async function start(options: ServiceOptions): Promise<void> {
  service = await startExchangeService(options)
  onTestFinished(service.close)
  program = await createProgram(service.url)
  onTestFinished(program.remove)
}

const BY_ID = ['save', '--to', 'out', '--json', '--quiet', '--name', '{documentId}']
const filedDocuments = z.object({
  documents: z.array(z.object({ documentId: z.string(), customerName: z.string().nullable() })),
})
const ids = (): string[] => service.requests.filter(({ endpoint }) => endpoint === 'document').map(({ path }) => path)

describe('a save whose names carry their ids', () => {
  const data = largeData({ sets: 450, customers: 1 })
  beforeEach(() => start({ data }))

  it('asks for its first document while later pages are still read, and saves all of them', async () => {
    const pages = service.hold('search', 1)
    const save = program.start(BY_ID)
    await expect.poll(() => service.counts.document).toBeGreaterThan(0)
    expect(pages.waiting).toBeGreaterThan(0)
    pages.open()
    const { code, stdout } = await save.result
    const result = readSaveResult(stdout)
    expect({ code, ...result }).toMatchObject({ code: 0, complete: true, saved: result.planned, failed: 0 })
    expect(new Set(ids()).size).toBe(result.planned)
    expect(ids()).toHaveLength(result.planned)
    expect(await program.run(['verify', 'out'])).toMatchObject({ code: 0 })
  })

  it('saves what it found where a later page cannot be read, and ends as the search did', async () => {
    const pages = service.hold('search', 1)
    const save = program.start(BY_ID)
    await expect.poll(() => service.counts.document).toBeGreaterThan(0)
    service.faults.revokeTokens()
    service.faults.refuseTokens(true)
    pages.open()
    const { code, stdout } = await save.result
    expect({ code, ...readSaveResult(stdout) }).toMatchObject({
      code: 3,
      complete: false,
      failure: { tag: 'sign-in-refused' },
    })
  })

  it('can be resumed after a kill, which is never called complete', { tags: 'soak' }, async () => {
    const pages = service.hold('search', 1)
    const { child, result } = program.start(BY_ID)
    await expect.poll(() => service.counts.document).toBeGreaterThan(10)
    child.kill('SIGKILL')
    await result
    pages.open()
    const resumed = await program.run(['resume', '--json', '--quiet'])
    const { saved, failed, complete, planned } = readSaveResult(resumed.stdout)
    expect({ code: resumed.code, failed, complete, isRest: saved === planned }).toEqual({
      code: 5,
      failed: 0,
      complete: false,
      isRest: true,
    })
  })

  it('has no job where nothing matches', async () => {
    const { code, stdout } = await program.run([...BY_ID, '--state', 'no such state'])
    expect({ code, stdout }).toMatchObject({ code: 6, stdout: expect.stringContaining('nothing-matched') })
    expect(await filesBelow(program.folder)).not.toContain('out')
  })
})

describe('the same sets under names by id and by the usual pattern', () => {
  it('are filed under the same customers, also where several see a set (T6)', async () => {
    const data = demoData({ setsPerCustomer: 5 })
    for (const set of data.sets) set.documentKinds = set.documentKinds.map(() => 'small')
    await start({ data, delayMs: 5 })
    const customersOf = async (folder: string, ...options: string[]): Promise<string[]> => {
      expect(await program.run(['save', '--to', folder, '--quiet', ...options])).toMatchObject({ code: 0 })
      const manifest = await readFile(join(program.folder, folder, 'parcel-desk-manifest.json'), 'utf8')
      const { documents } = filedDocuments.parse(JSON.parse(manifest))
      return documents.map(({ documentId, customerName }) => `${documentId} ${customerName}`).toSorted()
    }
    const byId = await customersOf('by-id', '--name', '{documentId}')
    expect(byId).not.toEqual([])
    expect(byId).toEqual(await customersOf('usual'))
  })
})
