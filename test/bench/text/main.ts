import { statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { forkTextProcesses } from '../../../src/adapters/pdf/fork-text-process.ts'
import { createLedger } from '../../../src/engine/saving/records/ledger.ts'
import { inTransaction, openDatabase } from '../../../src/engine/storage/database.ts'
import { LEDGER_SCHEMA } from '../../../src/engine/storage/schema.ts'
import { createSavedPlaces } from '../../../src/engine/saving/records/saved-places.ts'
import { createTextIndex } from '../../../src/engine/texts/text-index.ts'
import { createTexts } from '../../../src/engine/texts/texts-service.ts'
import { TEXTS_SCHEMA } from '../../../src/engine/texts/texts-schema.ts'
import { demoData } from '../../exchange-service/demo-data.ts'
import { type DocumentWanted, drawDocument, isSigned } from '../../exchange-service/documents.ts'
import type { DrawnKind } from '../../exchange-service/exchange-data.ts'
import { markdownTable, writeBenchSection } from '../measuring/bench-section.ts'
import { busyWarning, describeRun } from '../measuring/machine.ts'
import { runBench } from '../measuring/run-bench.ts'
import { quantile } from '../measuring/spread.ts'

const DOCUMENTS = 10_000
/** Each has other bytes. */
const VERSIONS = [1, 2, 3]
const READERS = 2
const QUERIES = [
  'clean on board',
  'SHP-0001',
  'york antwerp',
  '上海',
  'vist*',
  '"apparent good order"',
  '412.50',
  'PR-2026',
  'the',
  'CSQU3054383',
]
const ROUNDS = 20

await runBench({ name: 'text' }, textBench)

/** Documents read a second, time of a query with its files looked for, and size of the index against the text in it. */
async function textBench(folder: string): Promise<void> {
  const run = describeRun('bench:text')
  const warning = busyWarning()
  if (warning !== undefined) console.error(warning)
  const ledger = openDatabase(join(folder, 'ledger.sqlite'), LEDGER_SCHEMA, console.error)
  const file = join(folder, 'text.sqlite')
  const database = openDatabase(file, TEXTS_SCHEMA, console.error)
  await saveDocuments(folder, createLedger(ledger), (work) => inTransaction(ledger, work))
  let textBytes = 0
  const index = createTextIndex(database)
  const texts = createTexts({
    index: () => ({
      ...index,
      add: (document) => {
        for (const text of document.pages) textBytes += Buffer.byteLength(text)
        index.add(document)
      },
    }),
    places: () => createSavedPlaces(ledger),
    start: forkTextProcesses(new URL('../../../src/adapters/pdf/pdf-worker.ts', import.meta.url)),
  })
  const { waiting } = texts.status()
  const startMs = performance.now()
  await texts.update({ readers: READERS })
  const perSecond = (waiting * 1_000) / (performance.now() - startMs)
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const timesMs: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const words of QUERIES) {
      const beganMs = performance.now()
      await texts.find({ words, limit: 20 })
      timesMs.push(performance.now() - beganMs)
    }
  }
  const row = [
    String(waiting),
    perSecond.toFixed(0),
    `${quantile(timesMs, 0.5).toFixed(1)} ms`,
    `${quantile(timesMs, 0.95).toFixed(1)} ms`,
    `${(textBytes / 1e6).toFixed(1)} MB`,
    `${((statSync(file).size * 100) / textBytes).toFixed(0)} %`,
  ]
  ledger.close()
  database.close()
  const head = ['documents', 'read a second', 'query, median', 'query, 95 %', 'their text', 'index, of the text']
  const table = markdownTable(head, [row])
  console.log(table)
  const text = `## Text of saved documents\n\n${run}\n\nDemo documents, ${READERS} processes.\n\n${table}`
  await writeBenchSection({ id: 'text', text })
}

async function saveDocuments(
  folder: string,
  ledger: ReturnType<typeof createLedger>,
  transaction: (work: () => void) => void,
): Promise<void> {
  for (const [place, { kind, ...wanted }] of [...documentsOfDemo()].slice(0, DOCUMENTS).entries()) {
    const { row, customerId } = wanted.set
    const document = row.documents[wanted.index]
    if (document === undefined) continue
    const bytes = await drawDocument(wanted, kind)
    const relativePath = `${place}.pdf`
    await writeFile(join(folder, relativePath), bytes)
    transaction(() =>
      ledger.record({
        folder,
        relativePath,
        setId: row.setId,
        documentId: document.documentId,
        bytes: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        isLengthDeclared: true,
        remark: null,
        signatures: { count: 0, verdict: null },
        savedAt: '2026-02-04T08:20:00.000Z',
        seenAt: '2026-02-04T08:20:00.000Z',
        baseUrl: 'https://exchange.example',
        username: 'ops',
        jobId: 'bench',
        placed: 'new',
        facts: {
          customerId,
          customerName: null,
          parcelRef: row.parcelRef,
          shipmentRef: row.shipmentRef,
          status: row.status,
          modifiedDate: row.modifiedDate,
          name: document.name,
          docType: document.docType,
        },
      }),
    )
  }
}

function* documentsOfDemo(): Generator<DocumentWanted & { kind: DrawnKind }> {
  const { sets } = demoData()
  for (const one of VERSIONS.flatMap((version) => sets.map((set) => ({ set, version })))) {
    for (const [index, kind] of one.set.documentKinds.entries()) {
      if (kind !== 'three-hundred-pages' && !isSigned(kind)) yield { ...one, index, kind }
    }
  }
}
