import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Constructed, fromBER } from 'asn1js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DocumentSignature, DocumentSignatures } from '../../../src/shared/model/document-signatures.ts'
import { createAuthorities } from '../../../src/engine/signatures/issuers.ts'
import { readSignatures } from '../../../src/engine/signatures/read-signatures.ts'
import {
  addRevision,
  askPoppler,
  createStamper,
  signPdf,
  type Signing,
  type Stamper,
  unsignedPdf,
  within,
} from '../../support/signed-pdfs.ts'
import {
  CA_EXTENSIONS,
  EC,
  type SigningKey,
  signingKeys,
  type SigningKeys,
  STAMP_EXTENSIONS,
} from '../../support/signing-keys.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { stream } from '../../support/write-pdf.ts'

const CADES = 'ETSI.CAdES.detached'
const STAMP = 'ETSI.RFC3161'

interface Kit {
  keys: SigningKeys
  alice: SigningKey
  bob: SigningKey
  stamp: Stamper
  sign(document: Buffer, signing?: Partial<Signing>): Promise<Buffer>
}

let folder: string
let kit: Kit

beforeAll(async () => {
  folder = await tempFolder((end) => afterAll(end))
  const keys = await signingKeys(join(folder, 'keys'))
  const alice = await keys.make('Alice')
  const bob = await keys.make('Bob', { key: EC })
  const stamp = createStamper(folder, await keys.make('Stamps', { extensions: STAMP_EXTENSIONS }))
  kit = {
    keys,
    alice,
    bob,
    stamp,
    sign: (document, signing) => signPdf(folder, document, { signer: alice, ...signing }),
  }
})

async function read(document: Buffer, now = new Date()): Promise<DocumentSignatures> {
  const file = join(folder, 'read.pdf')
  await writeFile(file, document)
  const authorities = createAuthorities([kit.keys.caPem])
  return await readSignatures(file, { authorities: () => Promise.resolve(authorities), now })
}

/** Ours, and poppler’s where it knows the format. */
async function compare(
  document: Buffer,
): Promise<{ signatures: DocumentSignature[]; poppler: (boolean | undefined)[] }> {
  const { signatures } = await read(document)
  return { signatures, poppler: await askPoppler(join(folder, 'read.pdf')) }
}

const run = promisify(execFile)
const ENCRYPT = ['--warning-exit-0', '--encrypt', '', 'owner', '256', '--']

/** By qpdf, with its options. */
async function remade(document: Buffer, options: readonly string[]): Promise<Buffer> {
  const [before, after] = [join(folder, 'before.pdf'), join(folder, 'after.pdf')]
  await writeFile(before, document)
  await run('qpdf', [before, ...options, after])
  return await readFile(after)
}

const base = unsignedPdf()
const swapped = (document: Buffer, from: string, to: string): Buffer =>
  Buffer.from(
    document.toString('latin1').replace(from, () => to),
    'latin1',
  )
/** With one bit of the byte turned, counted from the end where it is negative. */
const bent = (document: Buffer, at: number): Buffer => {
  const copy = Buffer.from(document)
  const place = at < 0 ? copy.length + at : at
  copy[place] = (copy[place] ?? 0) ^ 1
  return copy
}
const bentAt = (document: Buffer, text: string): Buffer => bent(document, document.indexOf(text))
const self = { issuer: 'self' } as const

type Expected = Partial<DocumentSignature>

const sound: [name: string, make: (kit: Kit) => Promise<Buffer>, expected: Expected[]][] = [
  ['by RSA', ({ sign }) => sign(base), [{ integrity: 'unchanged', signer: 'Alice', issuer: 'trusted', level: null }]],
  [
    'by ECDSA',
    ({ sign, bob }) => sign(base, { signer: bob }),
    [{ integrity: 'unchanged', signer: 'Bob', issuer: 'trusted' }],
  ],
  [
    'by RSA of 4096 bits with SHA-512',
    async ({ sign, keys }) =>
      sign(base, { signer: await keys.make('Long', { key: ['-newkey', 'rsa:4096'] }), options: ['-md', 'sha512'] }),
    [{ integrity: 'unchanged', weak: [] }],
  ],
  [
    'by ECDSA of P-384 with SHA-384',
    async ({ sign, keys }) => {
      const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-384']
      return sign(base, { signer: await keys.make('Curve', { key }), options: ['-md', 'sha384'] })
    },
    [{ integrity: 'unchanged', weak: [] }],
  ],
  [
    'by RSA-PSS',
    ({ sign }) => sign(base, { options: ['-keyopt', 'rsa_padding_mode:pss', '-keyopt', 'rsa_pss_saltlen:32'] }),
    [{ integrity: 'unchanged' }],
  ],
  [
    'without signed attributes',
    ({ sign }) => sign(base, { options: ['-noattr'] }),
    [{ integrity: 'unchanged', time: null }],
  ],
  [
    'with its time in the document alone',
    ({ sign }) => sign(base, { options: ['-noattr'], entries: "/M (D:20240203040506+01'00')" }),
    [{ integrity: 'unchanged', time: '2024-02-03T03:05:06.000Z', timeBy: 'signer' }],
  ],
  [
    'with its signer named by the id of the key',
    ({ sign }) => sign(base, { options: ['-keyid'] }),
    [{ integrity: 'unchanged' }],
  ],
  [
    'in pieces of BER',
    ({ sign }) => sign(base, { format: 'adbe.pkcs7.sha1', options: ['-stream'] }),
    [{ integrity: 'unchanged' }],
  ],
  [
    'at level B-B',
    ({ sign }) => sign(base, { format: CADES }),
    [{ integrity: 'unchanged', level: 'B-B', timeBy: 'signer' }],
  ],
  [
    'at level B-B by ECDSA',
    ({ sign, bob }) => sign(base, { format: CADES, signer: bob }),
    [{ integrity: 'unchanged', level: 'B-B' }],
  ],
  [
    'at level B-T',
    ({ sign, stamp }) => sign(base, { format: CADES, stamp }),
    [{ integrity: 'unchanged', level: 'B-T', timeBy: 'stamp' }],
  ],
  [
    'of the older format with a stamp, which is of no level',
    ({ sign, stamp }) => sign(base, { stamp }),
    [{ integrity: 'unchanged', level: null, timeBy: 'stamp' }],
  ],
  [
    'twice',
    async ({ sign, bob }) => sign(await sign(base), { signer: bob, earlier: 1 }),
    [
      { integrity: 'unchanged', signer: 'Alice', coversAll: false, laterChanges: 1 },
      { integrity: 'unchanged', signer: 'Bob', coversAll: true, laterChanges: 0 },
    ],
  ],
  [
    'three times',
    async ({ sign, bob }) => sign(await sign(await sign(base), { signer: bob, earlier: 1 }), { earlier: 2 }),
    [{ laterChanges: 2 }, { laterChanges: 1 }, { laterChanges: 0 }],
  ],
  [
    'with a time stamp of the document',
    async ({ sign, stamp }) => sign(await sign(base), { format: STAMP, stamp, earlier: 1 }),
    [
      { integrity: 'unchanged' },
      { integrity: 'unchanged', signer: 'Stamps', format: STAMP, timeBy: 'stamp', issuer: 'trusted' },
    ],
  ],
  [
    'with SHA-1, which is weak',
    ({ sign }) => sign(base, { options: ['-md', 'sha1'] }),
    [{ integrity: 'unchanged', weak: ['SHA-1'] }],
  ],
  [
    'by RSA of 1024 bits, which is weak',
    async ({ sign, keys }) => sign(base, { signer: await keys.make('Short', { key: ['-newkey', 'rsa:1024'] }) }),
    [{ integrity: 'unchanged', weak: ['RSA with 1024 bits'] }],
  ],
  [
    'by DSA of 1024 bits, which is weak',
    async ({ sign, keys }) => {
      const parameters = join(folder, 'dsa')
      await run('openssl', ['dsaparam', '-out', parameters, '1024'])
      return sign(base, { signer: await keys.make('Older', { key: ['-newkey', `dsa:${parameters}`] }) })
    },
    [{ integrity: 'unchanged', weak: ['DSA with 1024 bits'] }],
  ],
  [
    'in the oldest format, whose SHA-1 is weak',
    ({ sign }) => sign(base, { format: 'adbe.pkcs7.sha1' }),
    [{ integrity: 'unchanged', weak: ['SHA-1'] }],
  ],
  [
    'by a certificate that has expired',
    async ({ sign, keys }) => sign(base, { signer: await keys.make('Old', { days: -1 }) }),
    [{ integrity: 'unchanged', issuer: 'unknown', issuerReason: expect.stringMatching(/^expired on \d/) }],
  ],
  [
    'by a certificate that signs for itself',
    async ({ sign, keys }) => sign(base, { signer: await keys.make('Nobody', self) }),
    [{ integrity: 'unchanged', issuer: 'unknown', issuerReason: 'is signed by itself' }],
  ],
  [
    'by somebody of an authority that is not known here',
    async ({ sign, keys }) => {
      const issuer = await keys.make('Elsewhere', { ...self, extensions: CA_EXTENSIONS })
      return sign(base, { signer: await keys.make('Stranger', { issuer }) })
    },
    [
      {
        integrity: 'unchanged',
        issuer: 'unknown',
        issuerReason: expect.stringContaining('not known to this computer'),
      },
    ],
  ],
  [
    'by somebody of an authority below one that is known',
    async ({ sign, keys }) => {
      const issuer = await keys.make('Branch', { extensions: CA_EXTENSIONS })
      return sign(base, { signer: await keys.make('Clerk', { issuer }), chain: issuer.cert })
    },
    [{ integrity: 'unchanged', issuer: 'trusted' }],
  ],
  [
    'with blanks among its digits, of which the last is missing',
    async ({ sign }) => swapped(await sign(base, { room: 24_001 }), '00000000>', '000 \r\n00>'),
    [{ integrity: 'unchanged', coversAll: true }],
  ],
  [
    'by two at once',
    ({ sign, bob }) => sign(base, { options: ['-signer', bob.cert, '-inkey', bob.key] }),
    [{ integrity: 'unchanged' }],
  ],
  [
    'with two stamps, of which the first counts',
    ({ sign, stamp }) => sign(base, { stamp, change: withAttributesTwice }),
    [{ integrity: 'unchanged', timeBy: 'stamp' }],
  ],
  ['behind a blank line', async ({ sign }) => sign(behindLine(base)), [{ integrity: 'unchanged', coversAll: true }]],
  [
    'with a comment that is longer than what is read at once',
    ({ sign }) => sign(base, { entries: `% ${'-'.repeat(5_000)}\n` }),
    [{ integrity: 'unchanged' }],
  ],
  [
    'and another document was attached, which is one change',
    async ({ sign }) => addRevision(await sign(base), { 50: stream(base) }),
    [{ integrity: 'unchanged', coversAll: false, laterChanges: 1 }],
  ],
  [
    'and has many fields, and was saved often',
    async ({ sign }) => {
      const form = `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [10 0 R ${'<< /FT /Tx >> '.repeat(1_000)}] >> >>`
      let document = addRevision(await sign(base), { 1: form })
      for (let time = 0; time < 30; time += 1) document = addRevision(document, { 50: '1' })
      return document
    },
    [{ integrity: 'unchanged', laterChanges: 31 }],
  ],
  [
    'and a blank line was added, which is no change',
    async ({ sign }) => Buffer.concat([await sign(base), Buffer.from('\r\n')]),
    [{ integrity: 'unchanged', coversAll: true, laterChanges: 0 }],
  ],
  [
    'and its page was replaced by a later revision',
    async ({ sign }) => addRevision(await sign(base), { 4: '<< /Length 0 >>\nstream\n\nendstream' }),
    [{ integrity: 'unchanged', coversAll: false, laterChanges: 1 }],
  ],
  [
    'and was amended three times',
    async ({ sign }) => addRevision(addRevision(addRevision(await sign(base), { 50: '1' }), { 51: '2' }), { 52: '3' }),
    [{ integrity: 'unchanged', laterChanges: 3 }],
  ],
]

/** What is not signed may be there more than once (RFC 3161, appendix A). */
function withAttributesTwice(message: Buffer): Buffer {
  const { result } = fromBER(message)
  const unsigned = [1, 0, -1, 0, -1].reduce<unknown>(within, result)
  if (unsigned instanceof Constructed) unsigned.valueBlock.value.push(...unsigned.valueBlock.value)
  return Buffer.from(result.toBER())
}

/** Its tables are those of the whole file. */
function behindLine(document: Buffer): Buffer {
  const moved = document
    .toString('latin1')
    .replace(/\d{10}(?= 00000 n)/g, (place) => String(Number(place) + 1).padStart(10, '0'))
    .replace(/(?<=startxref\n)\d+/, (place) => String(Number(place) + 1))
  return Buffer.from(`\n${moved}`, 'latin1')
}

describe('a document that was signed', () => {
  it.each(sound)('is unchanged: %s', async (_, make, expected) => {
    const { signatures, poppler } = await compare(await make(kit))
    expect(signatures).toMatchObject(expected)
    expect(signatures.map(({ integrity }) => integrity)).toEqual(expected.map(() => 'unchanged'))
    expect(poppler).toEqual(poppler.map((one) => one && true))
    expect(poppler.length).toBe(expected.length)
  })

  it.each([
    ['in packed objects', ['--object-streams=generate']],
    ['in an order for the network', ['--linearize']],
    ['in both', ['--object-streams=generate', '--linearize']],
  ])('is read where it was made %s', async (_, options) => {
    const document = await kit.sign(await remade(base, options))
    const { signatures, poppler } = await compare(document)
    expect(signatures).toMatchObject([{ integrity: 'unchanged', coversAll: true }])
    expect(poppler).toEqual([true])
  })

  it('says that it is encrypted where its form is within what is', async () => {
    const document = await remade(await kit.sign(base), [...ENCRYPT, '--object-streams=generate'])
    expect(await read(document)).toEqual({ signatures: [], problem: 'is encrypted, and its signatures with it' })
  })

  it('says who, by which certificate and when', async () => {
    const { signatures } = await read(await kit.sign(base))
    expect(signatures[0]).toMatchObject({
      signer: 'Alice',
      certificate: {
        subject: 'O=Shipper, CN=Alice',
        issuer: 'O=Test authority, CN=Test root',
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      timeBy: 'signer',
    })
  })

  it('is of level B-LT with what its issuers say of it, and of B-LTA with a stamp upon that', async () => {
    const { sign, stamp } = kit
    const store = '/DSS << /Certs [60 0 R] /OCSPs [61 0 R] >>'
    const withStore = await sign(await sign(base, { format: CADES, stamp }), {
      earlier: 1,
      catalog: store,
      signer: kit.bob,
    })
    expect((await read(withStore)).signatures.map(({ level }) => level)).toEqual(['B-LT', null])
    const stamped = await sign(withStore, { earlier: 2, catalog: store, format: STAMP, stamp })
    expect((await read(stamped)).signatures.map(({ level }) => level)).toEqual(['B-LTA', null, null])
  })

  it('was signed by somebody known when a stamp of somebody known says so, although the certificate has expired', async () => {
    const { sign, stamp } = kit
    const later = new Date(Date.now() + 9 * 24 * 3600_000)
    const brief = await kit.keys.make('Brief', { days: 1 })
    const [stamped, plain] = [
      await sign(base, { signer: brief, format: CADES, stamp }),
      await sign(base, { signer: brief }),
    ]
    expect((await read(stamped, later)).signatures[0]).toMatchObject({ issuer: 'trusted', timeBy: 'stamp' })
    expect((await read(plain, later)).signatures[0]).toMatchObject({ issuer: 'unknown', timeBy: 'signer' })
  })

  it('is no better for a stamp of somebody unknown, who may stamp any time', async () => {
    const later = new Date(Date.now() + 9 * 24 * 3600_000)
    const [brief, stranger] = await Promise.all([
      kit.keys.make('Brief', { days: 1 }),
      kit.keys.make('Own stamps', { extensions: STAMP_EXTENSIONS, issuer: 'self' }),
    ])
    const document = await kit.sign(base, { signer: brief, format: CADES, stamp: createStamper(folder, stranger) })
    expect((await read(document, later)).signatures).toMatchObject([{ issuer: 'unknown', timeBy: 'unknown-stamp' }])
  })

  it('is told from one that nobody signed', async () => {
    expect(await read(base)).toEqual({ signatures: [], problem: null })
  })
})

const RANGE = /\/ByteRange \[0 +(\d+) +(\d+) +(\d+)\]/

/**
 * Signature wrapping: what was signed behind the signature is moved to the end, and the range with it. In its place, where the
 * table was, stands a table that replaces the page.
 */
function wrapped(document: Buffer): Buffer {
  const text = document.toString('latin1')
  const [, start = '', end = '', length = ''] = RANGE.exec(text) ?? []
  const table = Number(/startxref\s+(\d+)\s+%%EOF\s+$/.exec(text)?.[1])
  const place = (name: string): string => String(text.lastIndexOf(`\n${name}`) + 1).padStart(10, '0')
  const closed = text.slice(Number(end), table)
  const page = '4 0 obj\n<< /Length 0 >>\nstream\n\nendstream\nendobj\n'
  const rows = ['1 0 obj', '10 0 obj', '11 0 obj'].map((name) => `${parseInt(name, 10)} 1\n${place(name)} 00000 n \n`)
  const first = /startxref\s+(\d+)/.exec(text)?.[1] ?? ''
  const trailer = `trailer\n<< /Size 200 /Root 1 0 R /Prev ${first} >>\n`
  const own = `xref\n${rows.join('')}4 1\n0000000000 00000 n \n${trailer}`
  const intruder = own.replace('0000000000', String(table + own.length).padStart(10, '0')) + page
  const moved = String(table + intruder.length).padStart(10, ' ')
  const range = `/ByteRange [0 ${start.padStart(10, ' ')} ${moved} ${length.padStart(10, ' ')}]`
  const before = text.slice(0, Number(end)).replace(RANGE, range)
  return Buffer.from(before + closed + intruder + text.slice(Number(end)), 'latin1')
}

const changed: [name: string, make: (kit: Kit) => Promise<Buffer>, integrity: DocumentSignature['integrity']][] = [
  ['one bit of the page', async ({ sign }) => bentAt(await sign(base), 'lading'), 'changed'],
  ['one bit behind the signature', async ({ sign }) => bentAt(await sign(base), 'agreed'), 'changed'],
  ['one bit of its header', async ({ sign }) => bent(await sign(base), 7), 'changed'],
  ['one bit in CAdES', async ({ sign }) => bentAt(await sign(base, { format: CADES }), 'lading'), 'changed'],
  [
    'one bit in the oldest format',
    async ({ sign }) => bent(await sign(base, { format: 'adbe.pkcs7.sha1' }), 300),
    'changed',
  ],
  [
    'one bit of a stamped document',
    async ({ sign, stamp }) => bent(await sign(base, { format: STAMP, stamp }), 300),
    'changed',
  ],
  ['one bit without attributes', async ({ sign }) => bent(await sign(base, { options: ['-noattr'] }), 300), 'changed'],
  [
    'the last bit of the signature itself',
    async ({ sign }) => sign(base, { change: (message) => bent(message, -1) }),
    'changed',
  ],
  [
    'the digest that is signed',
    ({ sign, bob }) =>
      sign(base, {
        signer: bob,
        change: (message) => bent(message, message.indexOf(Buffer.from('2a864886f70d010904', 'hex')) + 15),
      }),
    'changed',
  ],
  ['the gap, by wrapping', async ({ sign }) => wrapped(await sign(base)), 'changed'],
  ['the gap, by one byte in front', async ({ sign }) => moveRange(await sign(base), [0, -1, 0, 0]), 'changed'],
  ['the gap, by one byte behind', async ({ sign }) => moveRange(await sign(base), [0, 0, 1, -1]), 'changed'],
  ['the gap, by a delimiter left in', async ({ sign }) => moveRange(await sign(base), [0, 1, 0, 0]), 'changed'],
  [
    'the range, which begins behind the start',
    async ({ sign }) => moveRange(await sign(base), [1, -1, 0, 0]),
    'unknown',
  ],
  ['the range, which overlaps', async ({ sign }) => moveRange(await sign(base), [0, 40_000, 0, 0]), 'unknown'],
  ['the range, which is negative', async ({ sign }) => moveRange(await sign(base), [0, -50_000, 0, 0]), 'unknown'],
  [
    'the range, which is longer than the file',
    async ({ sign }) => moveRange(await sign(base), [0, 0, 0, 5000]),
    'changed',
  ],
  [
    'the range, of which a number is missing',
    async ({ sign }) => swapped(await sign(base), '/ByteRange [0 ', '/ByteRange [  '),
    'unknown',
  ],
  ['the name of the range', async ({ sign }) => swapped(await sign(base), '/ByteRange', '/ByteRangf'), 'unknown'],
  ['the name of the contents', async ({ sign }) => swapped(await sign(base), '/Contents <', '/Contentz <'), 'unknown'],
  [
    'the format',
    async ({ sign }) => swapped(await sign(base), 'adbe.pkcs7.detached', 'adbe.x509.rsa_sha1_'),
    'unknown',
  ],
  [
    'the contents to nothing',
    async ({ sign }) => sign(base, { change: (message) => Buffer.alloc(message.length) }),
    'unknown',
  ],
  [
    'the contents to half of them',
    async ({ sign }) =>
      sign(base, { change: (message) => Buffer.concat([message.subarray(0, 600), Buffer.alloc(600)]) }),
    'unknown',
  ],
  ['the certificate, which is left out', ({ sign }) => sign(base, { options: ['-nocerts'] }), 'unknown'],
  ['what it signs, to something that it holds itself', ({ sign }) => sign(base, { options: ['-nodetach'] }), 'unknown'],
]

/** With other numbers in the range, and the same length. */
function moveRange(document: Buffer, by: readonly number[]): Buffer {
  return Buffer.from(
    document.toString('latin1').replace(/\/ByteRange \[(.*?)\]/, (all, numbers: string) => {
      const moved = numbers
        .trim()
        .split(/ +/)
        .map((one, place) => Number(one) + (by[place] ?? 0))
      return `/ByteRange [${moved.join(' ')}`.padEnd(all.length - 1, ' ') + ']'
    }),
    'latin1',
  )
}

describe('a signed document of which something was changed', () => {
  it.each(changed)('is not called unchanged: %s', async (_, make, integrity) => {
    const { signatures, poppler } = await compare(await make(kit))
    expect(signatures.map((one) => one.integrity)).toEqual([integrity])
    expect(signatures[0]?.integrityReason).toEqual(expect.stringMatching(/^[a-z]/))
    expect(poppler).not.toContain(true)
  })

  it('is not called unchanged where only the last of its signers signed something else', async () => {
    const two = ['-signer', kit.bob.cert, '-inkey', kit.bob.key]
    const document = await kit.sign(base, { options: two, change: (message) => bent(message, -1) })
    expect((await read(document)).signatures).toMatchObject([{ integrity: 'changed' }])
  })
})
