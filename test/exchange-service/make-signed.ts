import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signPdf } from '../support/signed-pdfs.ts'
import { EC, type KeyOptions, signingKeys } from '../support/signing-keys.ts'
import { CATALOG, page, PAGES, pdf, stream } from '../support/write-pdf.ts'

/** Makes the documents in `signed` anew, with OpenSSL and keys that nobody keeps: `node test/exchange-service/make-signed.ts`. */
const OUTPUT = join(import.meta.dirname, 'signed')
const LINES = [
  'CERTIFICATE OF WEIGHT',
  'Shipment SHP-SHOW, parcel PR-2026-SHOW',
  'Green coffee in bags, in 4 containers',
  'Net weight 76,480 kg, gross weight 78,020 kg',
  'Weighed at the port of loading, in the presence of shipper and carrier.',
]
const SIGNER: KeyOptions = { key: EC, days: 20 * 365 }
const ROOM = 4_000

const text = LINES.map((line, place) => `BT /F1 ${place === 0 ? 20 : 11} Tf 60 ${760 - 28 * place} Td (${line}) Tj ET`)
const form = stream(Buffer.alloc(0), '/Type /XObject /Subtype /Form /BBox [0 0 1 1]')
const unsigned = pdf([CATALOG, PAGES, page(), stream(Buffer.from(text.join('\n'))), form])
const folder = await mkdtemp(join(tmpdir(), 'parcel-desk-signed-'))
try {
  const keys = await signingKeys(join(folder, 'keys'))
  const surveyor = await keys.make('surveyor', { ...SIGNER, subject: '/O=Invented Survey Ltd/CN=Ines Duarte' })
  const carrier = await keys.make('carrier', { ...SIGNER, subject: '/O=Harbour Line Agencies/CN=Paul Okafor' })
  const once = await signPdf(folder, unsigned, { signer: surveyor, room: ROOM })
  const changed = once.toString('latin1').replace('Net weight 76,480', 'Net weight 79,480')
  await mkdir(OUTPUT, { recursive: true })
  await writeFile(join(OUTPUT, 'signed.pdf'), await signPdf(folder, once, { signer: carrier, room: ROOM, earlier: 1 }))
  await writeFile(join(OUTPUT, 'signed-then-changed.pdf'), Buffer.from(changed, 'latin1'))
} finally {
  await rm(folder, { recursive: true })
}
