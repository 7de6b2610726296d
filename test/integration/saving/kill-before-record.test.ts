import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type ExchangeService, startExchangeService } from '../../exchange-service/start-exchange-service.ts'
import { cancelInProgram } from '../../support/cancelling-program.ts'
import { distinctData, honestHashes, savedHashes } from '../../support/distinct-documents.ts'
import { killedAtRecord } from '../../support/killed-at-record.ts'
import { readSaveResult } from '../../support/save-results.ts'
import { filesBelow } from '../../support/temp-folder.ts'
import { createTestDesk } from '../../support/test-desk.ts'
import { sha256Of } from '../../support/test-ledger.ts'
import { windowsDisk } from '../../support/windows-disk.ts'
import { createProgram, type Program } from '../cli-program.ts'

const WORDS = ['--data-dir', 'data', '--json']

interface Killed {
  program: Program
  service: ExchangeService
  folder: string
  hashes: Map<string, string>
  /** What has its name and no record, by document. */
  named: Map<string, string>
}

/** A save of six documents that was killed when it was about to record the first. */
async function saveAndKill(): Promise<Killed> {
  const data = distinctData({ sets: 3, documentsPerSet: 2 })
  const hashes = await honestHashes(data)
  const service = await startExchangeService({ data })
  onTestFinished(service.close)
  const program = await createProgram(service.url)
  onTestFinished(program.remove)
  const folder = join(program.folder, 'out')
  const killed = program.start(['save', '--to', 'out', '--name', '{documentId}', ...WORDS], { env: killedAtRecord() })
  expect((await killed.result).code).toBe(null)
  const named = await savedHashes(folder)
  expect(named.size).toBeGreaterThan(0)
  return { program, service, folder, hashes, named }
}

describe('a document that was named and not recorded before a kill', () => {
  it('is recorded by resume and not fetched again, though the service has changed it', async () => {
    const { program, service, folder, hashes, named } = await saveAndKill()
    for (const documentId of hashes.keys()) service.changeDocument(documentId)
    const from = service.requests.length
    expect(await program.runHere(['resume', ...WORDS])).toMatchObject({ code: 0 })
    const asked = service.requests.slice(from).filter(({ endpoint }) => endpoint === 'document')
    expect(asked.filter(({ path }) => [...named.keys()].some((documentId) => path.endsWith(documentId)))).toEqual([])
    const saved = await savedHashes(folder)
    for (const [documentId, sha256] of named) expect(saved.get(documentId)).toBe(sha256)
    expect((await filesBelow(folder)).filter((file) => file.endsWith('.pdf'))).toHaveLength(hashes.size)
    const { stdout } = await program.runHere(['verify', 'out', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ ok: hashes.size, missing: [], changed: [], extra: [] })
  })

  it.skipIf(process.platform === 'win32').each(['UNKNOWN', 'EIO'])(
    'holds up no other document where it answers %s, and is recorded by the next resume',
    { tags: 'soak' },
    async (code) => {
      const { program, folder, hashes, named } = await saveAndKill()
      const [unreadable = ''] = named.keys()
      const env = windowsDisk({ acts: ['open'], path: `${unreadable}\\.pdf$`, code })
      const resumed = await program.run(['resume', ...WORDS], { env })
      expect({ code: resumed.code, ...readSaveResult(resumed.stdout) }).toMatchObject({
        code: 5,
        saved: hashes.size - 1,
        failed: 1,
      })
      expect(await program.runHere(['resume', ...WORDS])).toMatchObject({ code: 0 })
      expect(await savedHashes(folder)).toEqual(hashes)
    },
  )

  it.each([
    ['is cancelled instead', false],
    ['is cancelled, and cancelling it is killed and repeated', true],
  ])(
    'is recorded where the job %s, so that verify knows it and undo removes it',
    { tags: 'soak' },
    async (_, isKilledAgain) => {
      const { program, service, folder, named } = await saveAndKill()
      if (isKilledAgain) expect(await cancelInProgram(program.folder, service, killedAtRecord())).toBe(false)
      const desk = await createTestDesk({ service, root: program.folder })
      onTestFinished(desk.close)
      const { jobs, verify } = desk.desk
      const { job = '' } = jobs.newestUnfinished() ?? {}
      expect(await jobs.cancel(job)).toEqual([])
      expect(jobs.get(job)).toMatchObject({ state: 'cancelled', saved: named.size })
      expect(await verify(folder)).toMatchObject({ ok: named.size, missing: [], changed: [], extra: [] })
      expect(await jobs.undo(job)).toMatchObject({ removed: named.size, kept: [], isComplete: true })
      expect(await filesBelow(folder)).toEqual([])
    },
  )

  it('is fetched again where somebody has changed the file, which stays as it is', async () => {
    const { program, folder, hashes, named } = await saveAndKill()
    const [changed = ''] = named.keys()
    await writeFile(join(folder, `${changed}.pdf`), 'mine')
    expect(await program.runHere(['resume', ...WORDS])).toMatchObject({ code: 0 })
    const saved = await savedHashes(folder)
    expect(saved.get(changed)).toBe(sha256Of('mine'))
    expect(new Set(saved.values())).toEqual(new Set([...hashes.values(), sha256Of('mine')]))
    const { stdout } = await program.runHere(['verify', 'out', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ ok: hashes.size, missing: [], extra: [`${changed}.pdf`] })
  })
})
