import { appendFile, mkdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { fromBER, Sequence, Utf8String } from 'asn1js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DocumentSignatures } from '../../../src/shared/model/document-signatures.ts'
import { createSignatureReader } from '../../../src/engine/signatures/signature-reader.ts'
import { createAuthorities } from '../../../src/engine/signatures/issuers.ts'
import { readSignatures } from '../../../src/engine/signatures/read-signatures.ts'
import { addRevision, signPdf, unsignedPdf, within } from '../../support/signed-pdfs.ts'
import { CA_EXTENSIONS, EC, type SigningKey, signingKeys, type SigningKeys } from '../../support/signing-keys.ts'
import { failureThrown } from '../../support/failure-thrown.ts'
import { IS_POSIX } from '../../support/system-abilities.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { pdf, stream } from '../../support/write-pdf.ts'

const HELD = 'holds a signature that is in no field of its form'

let folder: string
let keys: SigningKeys
let alice: SigningKey
let signed: Buffer

beforeAll(async () => {
  folder = await tempFolder((end) => afterAll(end))
  keys = await signingKeys(join(folder, 'keys'))
  alice = await keys.make('Alice', { key: EC })
  signed = await signPdf(folder, unsignedPdf(), { signer: alice })
})

async function read(document: Buffer): Promise<DocumentSignatures> {
  const file = join(folder, 'read.pdf')
  await writeFile(file, document)
  const authorities = createAuthorities([keys.caPem])
  return await readSignatures(file, { authorities: () => Promise.resolve(authorities), now: new Date() })
}

const replaced = (document: Buffer, from: string, to: string): Buffer =>
  Buffer.from(
    document.toString('latin1').replace(from, () => to),
    'latin1',
  )

/** A table of objects as a stream, whose unpacked bytes are these. */
function streamTable(data: Buffer, entries: string): Buffer {
  const packed = deflateSync(data)
  const head = `7 0 obj\n<< /Type /XRef /Filter /FlateDecode /Length ${packed.length} /Root 1 0 R ${entries} >>\nstream\n`
  const start = '%PDF-1.7\n'
  const end = `\nendstream\nendobj\nstartxref\n${start.length}\n%%EOF\n`
  return Buffer.concat([Buffer.from(start + head), packed, Buffer.from(end)])
}

describe('a signature that a later revision hides', () => {
  it.each([
    ['by a form without its field', { 1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [] >> >>' }],
    ['by a document without a form', { 1: '<< /Type /Catalog /Pages 2 0 R >>' }],
    ['by a field without its value', { 10: '<< /FT /Sig /T (Signature 1) >>' }],
  ])('is found all the same: %s', async (_, objects) => {
    const { signatures } = await read(addRevision(signed, objects))
    expect(signatures).toMatchObject([{ integrity: 'unchanged', laterChanges: 1, coversAll: false }])
  })

  it('is found beside the copy that is put in its place, which fits nothing', async () => {
    const value = /11 0 obj\n([^]*?)\nendobj/.exec(signed.toString('latin1'))?.[1] ?? ''
    const { signatures } = await read(addRevision(signed, { 11: value }))
    expect(signatures.map(({ integrity }) => integrity)).toEqual(['unchanged', 'changed'])
  })

  it('counts what is added as a change even if it is no proper revision', async () => {
    const { signatures } = await read(Buffer.concat([signed, Buffer.from('4 0 obj\n<< >>\nendobj\n')]))
    expect(signatures).toMatchObject([{ integrity: 'unchanged', laterChanges: 1, coversAll: false }])
  })
})

describe('what was signed', () => {
  it('is not called unchanged, whichever of its bytes is changed', async () => {
    const [start, end] = [signed.indexOf('/Contents <') + '/Contents <'.length, signed.indexOf('> /Reason')]
    const called: number[] = []
    for (let at = 0; at < signed.length; at = at === start - 1 ? end : at + 1) {
      const copy = Buffer.from(signed)
      copy[at] = (copy[at] ?? 0) ^ 1
      if ((await read(copy)).signatures.some(({ integrity }) => integrity === 'unchanged')) called.push(at)
    }
    expect(called).toEqual([])
  })
})

describe('a document that holds a signed one', () => {
  it('is not taken for signed itself', async () => {
    const outer = pdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>', stream(signed)])
    expect(await read(outer)).toEqual({ signatures: [], problem: HELD })
  })
})

describe('a signed document whose form is taken away', () => {
  it('is not called unsigned', async () => {
    const stripped = Buffer.from(signed.toString('latin1').replaceAll('/AcroForm', '/Acroform'), 'latin1')
    expect(await read(stripped)).toEqual({ signatures: [], problem: HELD })
  })
})

describe('a document that is made to break its reader', () => {
  const circle = '%PDF-1.7\nxref\n0 0\ntrailer\n<< /Root 1 0 R /Prev 9 >>\nstartxref\n9\n%%EOF\n'
  it.each<[name: string, document: () => Buffer, problem: RegExp]>([
    ['no PDF', () => Buffer.from('<html>'), /^does not begin as a PDF$/],
    ['nothing', () => Buffer.alloc(0), /^does not begin/],
    [
      'its table pointing elsewhere',
      () => Buffer.from(signed.toString('latin1').replace(/startxref\n(?![^]*startxref)/, 'startxref\n9'), 'latin1'),
      /object|table/,
    ],
    ['tables in a circle', () => Buffer.from(circle), /circle/],
    ['more revisions than anybody makes', () => amended(501), /more than 500 times/],
    [
      'a table with rows of letters',
      () => Buffer.from(signed.toString('latin1').replace(/00000 n \n(?![^]*00000 n)/, '00000 x \n'), 'latin1'),
      /damaged table/,
    ],
    ['a bomb for a table', () => streamTable(Buffer.alloc(80 * 1024 * 1024), '/W [1 2 1] /Size 9'), /too large/],
    ['a table without widths', () => streamTable(Buffer.alloc(10), '/Size 9'), /damaged table/],
    [
      'a table with widths of gigabytes',
      () => streamTable(Buffer.alloc(10), '/W [1 4294967295 1] /Size 9'),
      /damaged table/,
    ],
    [
      'brackets in brackets',
      () => replaced(unsignedPdf(), '/Type /Catalog', `/A ${'['.repeat(100_000)}`),
      /nested|table/,
    ],
    ['a field that is its own kid', () => form('<< /FT /Sig /Kids [5 0 R] >>'), /^$/],
    [
      'fields that never end',
      () =>
        form(
          `<< /Kids [${'<< /FT /Sig /Kids 6 0 R >>'.repeat(300)}] >>`,
          `[${'<< /FT /Sig /Kids 7 0 R >>'.repeat(300)}]`,
          `[${'<< >> '.repeat(300)}]`,
        ),
      /too many fields/,
    ],
    ['more values than memory has room for', () => form(`<< /X [${'<<>>'.repeat(2_000_000)}] >>`), /too much memory/],
    [
      'values that unpack to more than memory has room for',
      () => packed('<<>>'.repeat(15_000_000), '/Kids 99 0 R'),
      /too much memory/,
    ],
    ['packed fields that lead to one large value', () => packed('0 '.repeat(500_000), '/Kids 99 0 R'), /^$/],
    ['packed fields in front of many blanks', () => packed(' '.repeat(30_000_000)), /^$/],
    ['references in a circle', () => form('6 0 R', '5 0 R'), /circle|table/],
    [
      'signatures without number',
      () => form(`<< /Kids [${'<< /FT /Sig /V << /Contents <00> >> >>'.repeat(200)}] >>`),
      /more than 100 signatures/,
    ],
  ])('says so in a sentence: %s', async (_, document, problem) => {
    const answer = await read(document())
    expect(answer).toMatchObject({ signatures: [] })
    expect(answer.problem ?? '').toMatch(problem)
  })

  function amended(times: number): Buffer {
    let document = unsignedPdf()
    for (let time = 0; time < times; time += 1) document = addRevision(document, { 50: '1' })
    return document
  }

  /** A stream of two thousand fields, and behind them of one with these values, which is object 99. */
  function packed(values: string, entries = ''): Buffer {
    const [field, count] = [`<< /FT /Tx ${entries} >> `, 2_000]
    const places = Array.from({ length: count }, (_, place) => `${place + 100} ${place * field.length} `)
    const heads = `${places.join('')}99 ${count * field.length} `
    const data = deflateSync(`${heads}${field.repeat(count)}<< /X [${values}] >>`)
    const fields = places.map((_, place) => `${place + 100} 0 R`).join(' ')
    return addRevision(streamTable(Buffer.alloc((count + 1) * 2, '\x02\x05'), `/W [1 1 0] /Index [99 ${count + 1}]`), {
      1: `<< /Type /Catalog /AcroForm << /Fields [${fields}] >> >>`,
      5: stream(data, `/Type /ObjStm /Filter /FlateDecode /N ${count + 1} /First ${heads.length}`),
    })
  }

  /** A form with one field, which is object 5, and further objects. */
  function form(...objects: string[]): Buffer {
    const pages = '<< /Type /Pages /Kids [] /Count 0 >>'
    return pdf(['<< /Type /Catalog /Pages 2 0 R /AcroForm 3 0 R >>', pages, '<< /Fields [5 0 R] >>', '1', ...objects])
  }
})

describe('a signature that is made to break its reader', () => {
  /** With this message, whatever was to be signed. */
  const withMessage = async (message: Buffer): Promise<DocumentSignatures> =>
    await read(await signPdf(folder, unsignedPdf(), { signer: alice, change: () => message, room: 1_000_000 }))

  it.each([
    ['no ASN.1', Buffer.from('ff'.repeat(400), 'hex'), /^is damaged/],
    ['sets in sets', Buffer.from('3180'.repeat(5_000), 'hex'), /^is too large/],
    ['a length of gigabytes', Buffer.from('3084ffffffff', 'hex'), /^is too large/],
    ['another kind', Buffer.from('300b06092a864886f70d010703', 'hex'), /^is of a kind/],
    ['a message cut short', Buffer.from('3082100006092a864886f70d010702', 'hex'), /^is damaged/],
    ['a hundred thousand nothings', Buffer.from(`3083030d40${'0500'.repeat(100_000)}`, 'hex'), /^is too large/],
  ])('says so in a sentence: %s', async (_, message, reason) => {
    const { signatures } = await withMessage(message)
    expect(signatures).toMatchObject([{ integrity: 'unknown', integrityReason: expect.stringMatching(reason) }])
  })

  it('is never trusted with another certificate, whichever of its bytes is changed', async () => {
    const place = signed.indexOf('/Contents <') + '/Contents <'.length
    const message = fromBER(Buffer.from(signed.toString('latin1', place, place + 24_000), 'hex'))
    const sha256 = (await read(signed)).signatures[0]?.certificate?.sha256
    const seen = { changed: 0, unknown: 0, unchanged: 0 }
    for (let at = 0; at < message.offset; at += 2) {
      const copy = Buffer.from(signed)
      const byte = parseInt(copy.toString('latin1', place + 2 * at, place + 2 * at + 2), 16)
      copy.write(((byte + 1) % 256).toString(16).padStart(2, '0'), place + 2 * at, 'latin1')
      const { signatures, problem } = await read(copy)
      expect([signatures.length, problem]).toEqual([1, null])
      for (const { integrity, issuer, certificate } of signatures) {
        seen[integrity] += 1
        if (integrity === 'unchanged' && issuer === 'trusted') expect(certificate?.sha256).toBe(sha256)
      }
    }
    expect(seen.changed).toBeGreaterThan(50)
    expect(seen.unknown).toBeGreaterThan(50)
  })

  it('shows a name that would turn the line around, or obey the terminal, with marks for it', async () => {
    const signer = await keys.make('Bidi', { subject: '/O=Shipper/CN=Evil\u202Efdp.\u0007x', key: EC })
    const [signature] = (await read(await signPdf(folder, unsignedPdf(), { signer }))).signatures
    expect(signature?.signer).toBe('Evil⟨RLO⟩fdp.␇x')
    expect(signature?.certificate?.subject).toContain('⟨RLO⟩')
  })

  it('has a name of nearly a megabyte cut', async () => {
    const signer = await keys.make('Long', { key: EC, part: 'x'.repeat(900_000) })
    const { signatures } = await read(await signPdf(folder, unsignedPdf(), { signer, room: 4_000_000 }))
    expect(signatures).toMatchObject([{ integrity: 'unchanged', signer: 'Long', issuer: 'trusted' }])
    expect(signatures[0]?.certificate?.subject.length).toBeLessThan(1_000)
  })

  it('is not read with a name of two megabytes, which OpenSSL refuses', async () => {
    const change = (message: Buffer): Buffer => {
      const { result } = fromBER(message)
      // The first certificate of the message, and the first part of its name.
      const part = [1, 0, 3, 0, 0, 5, 0, 0].reduce<unknown>(within, result)
      if (part instanceof Sequence) part.valueBlock.value[1] = new Utf8String({ value: 'x'.repeat(2_000_000) })
      return Buffer.from(result.toBER())
    }
    const { signatures } = await read(await signPdf(folder, unsignedPdf(), { signer: alice, change, room: 6_000_000 }))
    expect(signatures).toMatchObject([{ integrity: 'unknown', integrityReason: 'is damaged', signer: null }])
  })

  it('is not trusted by a chain whose authorities may not issue what they issued', async () => {
    const leafOnly = await keys.make('Not an authority', { key: EC })
    const noBranches = await keys.make('No branches', {
      key: EC,
      extensions: CA_EXTENSIONS.replace('CA:TRUE', 'CA:TRUE, pathlen:0'),
    })
    const branch = await keys.make('Branch', { key: EC, extensions: CA_EXTENSIONS, issuer: noBranches })
    const chain = join(folder, 'chain.pem')
    for (const issuer of [leafOnly, branch]) {
      const signer = await keys.make('Clerk', { key: EC, issuer })
      const certs = await Promise.all([noBranches, branch, leafOnly].map(({ cert }) => readFile(cert, 'utf8')))
      await writeFile(chain, certs.join(''))
      const { signatures } = await read(await signPdf(folder, unsignedPdf(), { signer, chain }))
      expect(signatures).toMatchObject([{ integrity: 'unchanged', issuer: 'unknown' }])
    }
  })

  it('is not trusted by the certificate of a web server', async () => {
    const extensions = 'keyUsage = critical, digitalSignature\nextendedKeyUsage = serverAuth\n'
    const signer = await keys.make('www.example', { key: EC, extensions })
    const { signatures } = await read(await signPdf(folder, unsignedPdf(), { signer }))
    expect(signatures).toMatchObject([{ issuer: 'unknown', issuerReason: 'was not issued for documents' }])
  })
})

describe('a folder', () => {
  it('has every PDF looked at, whatever is in one of them', async () => {
    const archive = join(folder, 'archive')
    await mkdir(join(archive, 'below'), { recursive: true })
    await writeFile(join(archive, 'a.pdf'), signed)
    await writeFile(join(archive, 'below', 'b.PDF'), 'no PDF')
    await writeFile(join(archive, 'below', 'c.txt'), signed)
    if (IS_POSIX) await symlink('/etc/passwd', join(archive, 'd.pdf'))
    const reader = createSignatureReader({ trusted: () => Promise.resolve([keys.caPem]), now: () => new Date() })
    expect(await reader.readFolder(archive)).toMatchObject([
      { path: 'a.pdf', problem: null, signatures: [{ integrity: 'unchanged', issuer: 'trusted' }] },
      { path: 'below/b.PDF', problem: 'does not begin as a PDF', signatures: [] },
    ])
  })

  it('is left as soon as nobody wants to know any more', async () => {
    const stopped = AbortSignal.abort()
    const reader = createSignatureReader({ trusted: () => Promise.resolve([]), now: () => new Date() })
    await writeFile(join(folder, 'read.pdf'), signed)
    expect(await failureThrown(reader.readFolder(folder, stopped))).toMatchObject({ tag: 'interrupted' })
  })

  it('has a document of half a gigabyte read in pieces', async () => {
    const [file, bytes] = [join(folder, 'large.pdf'), 500_000_000]
    await writeFile(file, signed)
    await truncate(file, bytes)
    const previous = /startxref\n(\d+)\n%%EOF\n$/.exec(signed.toString('latin1'))?.[1] ?? ''
    const trailer = `trailer\n<< /Size 60 /Root 1 0 R /Prev ${previous} >>\nstartxref\n${bytes}\n%%EOF\n`
    await appendFile(file, `xref\n50 1\n0000000000 00000 f \n${trailer}`)
    const before = process.memoryUsage().rss
    const reader = createSignatureReader({ trusted: () => Promise.resolve([]), now: () => new Date() })
    const answer = await reader.read(file)
    expect(answer).toMatchObject({ problem: null, signatures: [{ integrity: 'unchanged', laterChanges: 1 }] })
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000)
  })
})
