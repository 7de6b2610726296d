import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { type ExchangeService, startExchangeService } from '../../exchange-service/start-exchange-service.ts'
import { distinctData, honestHashes, savedHashes } from '../../support/distinct-documents.ts'
import { readSaveResult } from '../../support/save-results.ts'
import { filesBelow } from '../../support/temp-folder.ts'
import { sha256Of } from '../../support/test-ledger.ts'
import { windowsDisk } from '../../support/windows-disk.ts'
import { createProgram, type Program, type RunningProgram } from '../cli-program.ts'

const WRITERS = 8
const AT_ONCE = 2
const data = distinctData({ sets: 40, documentsPerSet: 2, customers: WRITERS })
const hashes = await honestHashes(data)
const customers = data.counterparties.map(({ customerId }) => customerId)
const manifestFile = z.object({
  environment: z.string(),
  documents: z.array(z.object({ path: z.string(), documentId: z.string(), sha256: z.string(), bytes: z.number() })),
})

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

/** Each installation saves two customers, so that everything is saved by two of them, and has a data folder of its own. */
function start(writer: number, env: Record<string, string> = {}): RunningProgram {
  const chosen = [writer, writer + 1].flatMap((index) => ['--customer', customers[index % WRITERS] ?? ''])
  const words = ['save', ...chosen, '--to', 'archive', '--name', '{customer}/{documentId}', '--json']
  return program.start([...words, ...dataOf(writer), '--concurrency', String(AT_ONCE)], { env })
}

const dataOf = (writer: number): string[] => ['--data-dir', `data-${writer}`]

/** Starts these installations and lets none have a document before all of them have asked for one. */
async function startTogether(writers: readonly (() => RunningProgram)[]): Promise<RunningProgram[]> {
  const gate = service.hold('document')
  const running = writers.map((startOne) => startOne())
  onTestFinished(() => running.forEach(({ child }) => void child.kill('SIGKILL')))
  await expect.poll(() => gate.waiting, { timeout: 120_000 }).toBe(writers.length * AT_ONCE)
  gate.open()
  return running
}

/** Reads the folder with nothing of the product: every document once, whole, and in the one manifest; nothing else. */
async function expectWhole(expected: ReadonlyMap<string, string>): Promise<void> {
  expect(await savedHashes(archive)).toEqual(expected)
  const { documents } = manifestFile.parse(
    JSON.parse(await readFile(join(archive, 'parcel-desk-manifest.json'), 'utf8')),
  )
  expect(new Map(documents.map(({ documentId, sha256 }) => [documentId, sha256]))).toEqual(expected)
  expect(documents).toHaveLength(expected.size)
  for (const { path, sha256, bytes } of documents) {
    const content = await readFile(join(archive, path))
    expect({ sha256: sha256Of(content), bytes: content.length }).toEqual({ sha256, bytes })
  }
  const csv = await readFile(join(archive, 'parcel-desk-manifest.csv'), 'utf8')
  for (const documentId of expected.keys()) expect(csv.split(`/${documentId}.pdf,`)).toHaveLength(2)
  const others = (await filesBelow(archive)).filter((file) => !file.endsWith('.pdf'))
  const isKnown = (file: string): boolean =>
    /^(?:parcel-desk-manifest\.(?:csv|json)|\.parcel-desk\/manifest-[0-9a-f]{16}\.json)$/.test(file)
  expect(others.filter((file) => !isKnown(file))).toEqual([])
}

function hashesOf(...indexes: number[]): Map<string, string> {
  const customerIds = indexes.map((index) => customers[index] ?? '')
  const { total, slice } = data.search({ customerIds })
  const ids = slice(0, total).flatMap(({ row }) => row.documents.map(({ documentId }) => documentId))
  return new Map(ids.map((documentId) => [documentId, hashes.get(documentId) ?? '']))
}

describe('an archive that several installations save into at once', () => {
  it('has every document once, whole, and one manifest with all of them, from eight at the same time', async () => {
    const running = await startTogether(customers.map((_, writer) => () => start(writer)))
    const results = await Promise.all(running.map(({ result }) => result))
    for (const { code, stdout } of results) {
      expect({ code, ...readSaveResult(stdout) }).toMatchObject({ code: 0, complete: true, failed: 0, problems: [] })
    }
    await expectWhole(hashes)
    expect(await program.runHere(['verify', 'archive'])).toMatchObject({ code: 0 })
    // Whoever announced itself last has seen the others.
    expect(results.map(({ stderr }) => stderr).join('')).toContain('saving into this folder too')
  })

  it(
    'loses nothing when one is killed and another has its share go away in the middle of the manifest',
    { tags: 'soak' },
    async () => {
      const goesAway = windowsDisk({ acts: ['rename', 'rm'], path: 'archive/parcel-desk-manifest', code: 'ECONNRESET' })
      const [cutOff, whole] = await startTogether([() => start(0, goesAway), () => start(2)])
      expect(await cutOff?.result).toMatchObject({ code: 7, stderr: expect.stringContaining('resume') })
      expect(await whole?.result).toMatchObject({ code: 0 })

      const gate = service.hold('document')
      const killed = start(4)
      await expect.poll(() => gate.waiting).toBe(AT_ONCE)
      killed.child.kill('SIGKILL')
      await killed.result
      gate.open()

      // What the one without a manifest saved is in the part that it wrote first.
      const verified = await program.runHere(['verify', 'archive', '--json'])
      const saved = hashesOf(0, 1, 2, 3)
      expect(JSON.parse(verified.stdout)).toMatchObject({ ok: saved.size, missing: [], changed: [] })

      for (const writer of [0, 4]) {
        expect(await program.runHere(['resume', '--json', ...dataOf(writer)])).toMatchObject({ code: 0 })
      }
      await expectWhole(hashesOf(0, 1, 2, 3, 4, 5))
      expect(await program.runHere(['verify', 'archive'])).toMatchObject({ code: 0 })
    },
  )
})
