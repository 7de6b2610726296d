import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { documentSignatures } from '../../../src/shared/model/document-signatures.ts'
import { demoData, documentOfKind } from '../../exchange-service/demo-data.ts'
import { type ExchangeService, startExchangeService } from '../../exchange-service/start-exchange-service.ts'
import { signPdf, unsignedPdf } from '../../support/signed-pdfs.ts'
import { EC, signingKeys } from '../../support/signing-keys.ts'
import { openSavingPage } from '../../support/saving-page.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { sha256Of } from '../../support/test-ledger.ts'
import { createProgram, type Program } from '../cli-program.ts'

const file = documentSignatures.extend({ path: z.string() })
const verified = z.object({ ok: z.int(), files: z.array(file) })
const entry = z.object({
  path: z.string(),
  pdfSignatures: z.int().nullable(),
  pdfSignatureVerdict: z.string().nullable(),
})
const manifestOfSave = z.object({ documents: z.array(entry) })
const data = demoData({ setsPerCustomer: 1 })
const { setId, documentId } = documentOfKind(data, 'bill-of-lading')

/** A service whose bill of lading carries a signature. */
async function signedService(): Promise<{ service: ExchangeService; url: string; body: Buffer }> {
  const folder = await tempFolder()
  const keys = await signingKeys(join(folder, 'keys'))
  const body = await signPdf(folder, unsignedPdf(), { signer: await keys.make('Alice', { key: EC }) })
  const service = await startExchangeService({ data })
  onTestFinished(service.close)
  service.faults.add({ match: 'document', kind: 'otherBody', body, documentId })
  return { service, url: service.url, body }
}

describe('verify --signatures', () => {
  let program: Program
  let saved: string
  beforeEach(async () => {
    program = await createProgram((await signedService()).url)
    onTestFinished(program.remove)
    await program.runHere(['save', '--to', 'out', '--name', '{documentId}'])
    saved = join(program.folder, 'out', `${documentId}.pdf`)
  })
  const verify = (...words: string[]) => program.runHere(['verify', 'out', '--signatures', ...words])

  it('tells of every PDF in the folder, and ends as verify does', async () => {
    const { code, stdout } = await verify('--json')
    const { ok, files } = verified.parse(JSON.parse(stdout))
    expect([code, files.length]).toEqual([0, ok])
    expect(files.filter(({ signatures }) => signatures.length > 0)).toMatchObject([
      {
        path: `${documentId}.pdf`,
        problem: null,
        signatures: [
          {
            signer: 'Alice',
            time: expect.stringMatching(/Z$/),
            integrity: 'unchanged',
            coversAll: true,
            laterChanges: 0,
            issuer: 'unknown',
            format: 'adbe.pkcs7.detached',
            weak: [],
          },
        ],
      },
    ])
  })

  it('says the three answers to people', async () => {
    const { stdout } = await verify()
    expect(stdout).toMatch(
      /^signed {4}.*\.pdf\n +Unchanged since it was signed\.\n +Signed by “Alice” on .* UTC, as the signer says\..*\n +This computer cannot tell whether its issuer .*\n\d+ PDFs, of which 1 with digital signatures$/m,
    )
  })

  it('ends with 5 for a document that is no longer as signed, even where its folder is as recorded', async () => {
    const changed = await readFile(saved)
    changed.write('X', changed.indexOf('lading'), 'latin1')
    await writeFile(saved, changed)
    expect(await verify()).toMatchObject({ code: 5, stdout: expect.stringContaining('Changed since it was signed') })
    const manifest = join(program.folder, 'out', 'parcel-desk-manifest.json')
    const before = await readFile(manifest, 'utf8')
    const sha256 =
      before
        .split('\n')
        .find((line) => line.includes(documentId))
        ?.match(/"sha256":"(\w+)"/)?.[1] ?? ''
    await writeFile(manifest, before.replace(sha256, sha256Of(changed)))
    const { code, stdout } = await verify('--json')
    expect(code).toBe(5)
    expect(JSON.parse(stdout)).toMatchObject({ changed: [], failure: { tag: 'signed-changed' } })
  })
})

describe('the manifest of a save', () => {
  it('has how many digital signatures each PDF carries, and whether they are of what was saved', async () => {
    const { service, url, body } = await signedService()
    const changed = documentOfKind(data, 'commercial-invoice').documentId
    const words = Buffer.from(body)
    words.write('X', words.indexOf('lading'), 'latin1')
    service.faults.add({ match: 'document', kind: 'otherBody', body: words, documentId: changed })
    const program = await createProgram(url)
    onTestFinished(program.remove)
    await program.runHere(['save', '--to', 'out', '--name', '{documentId}'])
    const manifest = join(program.folder, 'out', 'parcel-desk-manifest')
    const { documents } = manifestOfSave.parse(JSON.parse(await readFile(`${manifest}.json`, 'utf8')))
    const verdicts = new Map(
      documents.map(({ path, pdfSignatures, pdfSignatureVerdict }) => [path, [pdfSignatures, pdfSignatureVerdict]]),
    )
    expect(verdicts.get(`${documentId}.pdf`)).toEqual([1, 'unchanged'])
    expect(verdicts.get(`${changed}.pdf`)).toEqual([1, 'changed'])
    expect(new Set([...verdicts.values()].map(String))).toEqual(new Set(['1,unchanged', '1,changed', '0,']))
    expect(await readFile(`${manifest}.csv`, 'utf8')).toMatch(/,pdfSignatures,pdfSignatureVerdict\r\n/)
  })
})

describe('the signatures of a document on the page', () => {
  it.each(['service', 'disk'] as const)(
    'are those of the bytes that it shows, where they come from the %s',
    async (source) => {
      const { url, body } = await signedService()
      const desk = await openSavingPage({ service: { url } })
      const begun = await desk.begin()
      const document = { sessionId: begun.sessionId, setId, documentId }
      const signatures = [{ integrity: 'unchanged', signer: 'Alice' }]
      const expected = { sha256: sha256Of(body), problem: null, signatures }
      if (source === 'disk') await desk.reached(await desk.save(begun, { setIds: [setId] }), 'done')
      expect(await desk.call('documents.signatures', document)).toMatchObject({ ...expected, source })
    },
  )
})
