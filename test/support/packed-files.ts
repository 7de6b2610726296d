import { execFileSync, type StdioOptions } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PackEntry } from '../../src/engine/pack/plan-pack.ts'
import { formPdf } from './form-pdfs.ts'
import { CATALOG, page, PAGES, pdf, stream } from './write-pdf.ts'

/** A document of one page that says this. */
export function plainPdf(text: string): Buffer {
  return pdf([
    CATALOG,
    PAGES,
    page(),
    stream(Buffer.from(`BT /F1 20 Tf 60 700 Td (${text}) Tj ET`)),
    stream(Buffer.from('')),
  ])
}

/** A document with a signature by OpenSSL, as PDF has it: over all of the file but the signature itself. */
export function signedPdf(folder: string): Buffer {
  const place = 8_192
  const value = `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /ByteRange [0 0000000000 0000000000 0000000000] /Contents <${'0'.repeat(place)}> >>`
  const field = { entries: `/FT /Sig /V ${value}`, rect: [0, 0, 0, 0] } as const
  const unsigned = formPdf([field], { form: '/SigFlags 3' }).toString('latin1')
  const from = unsigned.indexOf(`<${'0'.repeat(place)}>`)
  const to = from + place + 2
  const digits = (number: number): string => String(number).padStart(10, '0')
  const range = `[0 ${digits(from)} ${digits(to)} ${digits(unsigned.length - to)}]`
  const whole = unsigned.replace('[0 0000000000 0000000000 0000000000]', range)
  const [key, certificate, signed] = ['key.pem', 'certificate.pem', 'signed.bin'].map((name) => join(folder, name))
  if (key === undefined || certificate === undefined || signed === undefined) throw new Error('no names')
  writeFileSync(signed, Buffer.from(whole.slice(0, from) + whole.slice(to), 'latin1'))
  const subject = ['-subj', '/CN=Aurora Grain', '-days', '30', '-nodes']
  const quiet: { stdio: StdioOptions } = { stdio: ['ignore', 'pipe', 'ignore'] }
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-keyout', key, '-out', certificate, ...subject],
    quiet,
  )
  const sign = ['cms', '-sign', '-binary', '-outform', 'DER', '-in', signed, '-signer', certificate, '-inkey', key]
  const signature = execFileSync('openssl', sign, quiet).toString('hex')
  return Buffer.from(whole.replace(`<${'0'.repeat(place)}>`, `<${signature.padEnd(place, '0')}>`), 'latin1')
}

/** The same document, which only its password opens. */
export function encryptedPdf(folder: string, bytes: Buffer): Buffer {
  const [plain, locked] = [join(folder, 'plain-source.pdf'), join(folder, 'locked-source.pdf')]
  writeFileSync(plain, bytes)
  execFileSync('qpdf', ['--encrypt', 'secret', 'owner', '256', '--', plain, locked])
  return readFileSync(locked)
}

/** A document of a pack with its file. */
export function packEntry(
  folder: string,
  title: string,
  bytes: Buffer,
): PackEntry & { file: NonNullable<PackEntry['file']> } {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const path = join(folder, `${sha256.slice(0, 12)}.pdf`)
  writeFileSync(path, bytes)
  return {
    setId: '5e700000-0000-4000-a000-000000000001',
    documentId: sha256.slice(0, 36),
    title,
    parcelRef: 'PR-1',
    shipmentRef: 'SHP-1',
    customerName: 'Aurora Grain',
    state: 'saved',
    file: {
      path,
      bytes: bytes.length,
      sha256,
      status: 'signed',
      fetchedAt: '2026-02-04T08:20:00.000Z',
      isOutdated: false,
    },
  }
}
