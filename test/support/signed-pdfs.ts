import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Constructed, fromBER, ObjectIdentifier, OctetString, Sequence, Set as Asn1Set } from 'asn1js'
import type { SigningKey } from './signing-keys.ts'
import { CATALOG, pdf, stream } from './write-pdf.ts'

const run = promisify(execFile)

/** Digits that are kept for a signature. */
const ROOM = 24_000
const FIRST_OBJECT = 10

/** A document of one page that nobody has signed. */
export function unsignedPdf(text = 'Bill of lading'): Buffer {
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << >> >>'
  return pdf([CATALOG, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', page, stream(Buffer.from(`% ${text}`))])
}

/** Adds a revision with these objects, as programs do that change a document. */
export function addRevision(document: Buffer, objects: Readonly<Record<number, string | Buffer>>): Buffer {
  const parts: Buffer[] = []
  let length = document.length
  const rows = Object.entries(objects).map(([number, body]) => {
    const written = Buffer.concat([
      Buffer.from(`${number} 0 obj\n`),
      typeof body === 'string' ? Buffer.from(body, 'latin1') : body,
      Buffer.from('\nendobj\n'),
    ])
    const row = `${number} 1\n${String(length).padStart(10, '0')} 00000 n \n`
    parts.push(written)
    length += written.length
    return row
  })
  const previous =
    document
      .toString('latin1')
      .match(/startxref\s+(\d+)/g)
      ?.at(-1)
      ?.replace(/\D/g, '') ?? ''
  const trailer = `trailer\n<< /Size 200 /Root 1 0 R /Prev ${previous} >>\nstartxref\n${length}\n%%EOF\n`
  return Buffer.concat([document, ...parts, Buffer.from(`xref\n${rows.join('')}${trailer}`)])
}

export interface Signing {
  signer: SigningKey
  /** Certificates that come with it. */
  chain?: string
  format?: string
  /** More of openssl’s. */
  options?: readonly string[]
  /** What goes into the signature’s dictionary besides. */
  entries?: string
  /** Stamps the signature. */
  stamp?: Stamper
  /** Makes another message of the one that was made. */
  change?: (message: Buffer) => Buffer
  /** Of the dictionary, before it is written; `RANGE` and `<CONTENTS>` are put in later. */
  dictionary?: string
  /** The signatures that the document has. Default: none. */
  earlier?: number
  /** Of the catalog, besides the form. */
  catalog?: string
  /** Digits that are kept for it. */
  room?: number
}

/** Turns what is to be stamped into a time stamp. */
export type Stamper = (content: Buffer) => Promise<Buffer>

/** A document with one more signature, in a revision of its own. */
export async function signPdf(folder: string, document: Buffer, signing: Signing): Promise<Buffer> {
  const { earlier = 0, entries = '', format = 'adbe.pkcs7.detached', catalog = '', room = ROOM } = signing
  const contents = `<${'0'.repeat(room)}>`
  const range = '[0 0000000000 0000000000 0000000000]'
  const dictionary =
    signing.dictionary ??
    '<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /FORMAT ENTRIES /ByteRange RANGE /Contents CONTENTS /Reason (agreed) >>'
  const fields = Array.from({ length: earlier + 1 }, (_, place) => `${FIRST_OBJECT + 2 * place} 0 R`).join(' ')
  const [field, value] = [FIRST_OBJECT + 2 * earlier, FIRST_OBJECT + 2 * earlier + 1]
  const filled = dictionary.replace('FORMAT', format).replace('ENTRIES', entries)
  const revised = addRevision(document, {
    1: `<< /Type /Catalog /Pages 2 0 R /AcroForm << /SigFlags 3 /Fields [${fields}] >> ${catalog} >>`,
    [field]: `<< /FT /Sig /Type /Annot /Subtype /Widget /F 132 /Rect [0 0 0 0] /P 3 0 R /T (Signature ${earlier + 1}) /V ${value} 0 R >>`,
    [value]: filled.replace('RANGE', range).replace('CONTENTS', contents),
  })
  const start = revised.indexOf(contents, document.length)
  const end = start + contents.length
  const numbers = [start, end, revised.length - end].map((one) => String(one).padStart(10, ' '))
  revised.write(`[0 ${numbers.join(' ')}]`, revised.indexOf(range, document.length), 'latin1')
  const covered = Buffer.concat([revised.subarray(0, start), revised.subarray(end)])
  const message = await makeMessage(folder, covered, { ...signing, format })
  const changed = signing.change?.(message) ?? message
  revised.write(changed.toString('hex'), start + 1, 'latin1')
  return revised
}

async function makeMessage(folder: string, covered: Buffer, signing: Signing): Promise<Buffer> {
  const { signer, chain, format, options = [], stamp } = signing
  if (format === 'ETSI.RFC3161' && stamp !== undefined) return await stamp(covered)
  const [input, output] = [join(folder, 'covered'), join(folder, 'message')]
  const isSha1 = format === 'adbe.pkcs7.sha1'
  await writeFile(input, isSha1 ? createHash('sha1').update(covered).digest() : covered)
  const form = isSha1 ? ['-nodetach'] : []
  const cades = format === 'ETSI.CAdES.detached' ? ['-cades'] : []
  const files = ['-in', input, '-out', output, '-signer', signer.cert, '-inkey', signer.key]
  const others = chain === undefined ? [] : ['-certfile', chain]
  await run('openssl', [
    'cms',
    '-sign',
    '-binary',
    '-outform',
    'DER',
    ...files,
    ...others,
    ...form,
    ...cades,
    ...options,
  ])
  const message = await readFile(output)
  return stamp === undefined ? message : await addStamp(message, stamp)
}

/** Of what its own signature is a stamp, which belongs to what is not signed. */
async function addStamp(message: Buffer, stamp: Stamper): Promise<Buffer> {
  const { result } = fromBER(message)
  const signer = signerOf(result)
  const value = signer.valueBlock.value.at(-1)
  if (!(value instanceof OctetString)) throw new Error('the message has no signature')
  const token = fromBER(await stamp(Buffer.from(value.getValue()))).result
  const attribute = new Sequence({
    value: [new ObjectIdentifier({ value: '1.2.840.113549.1.9.16.2.14' }), new Asn1Set({ value: [token] })],
  })
  signer.valueBlock.value.push(new Constructed({ idBlock: { tagClass: 3, tagNumber: 1 }, value: [attribute] }))
  return Buffer.from(result.toBER())
}

function signerOf(message: unknown): Sequence {
  const signed = within(within(message, -1), 0)
  const signer = within(within(signed, -1), 0)
  if (!(signer instanceof Sequence)) throw new Error('the message has no signer')
  return signer
}

/** A value of ASN.1 within another. */
export function within(value: unknown, place: number): unknown {
  return value instanceof Constructed ? value.valueBlock.value.at(place) : undefined
}

/** Stamps by openssl, with a certificate for time stamps. */
export function createStamper(folder: string, authority: SigningKey, digest = 'sha256'): Stamper {
  const file = (name: string): string => join(folder, `stamp-${name}`)
  const config = `[tsa]\ndefault_tsa = own\n[own]\nserial = ${file('serial')}\ndefault_policy = 1.2.3\ndigests = sha1, sha256\nsigner_digest = sha256\n`
  return async (content) => {
    await writeFile(file('config'), config)
    await writeFile(file('content'), content)
    await run('openssl', ['ts', '-query', '-data', file('content'), `-${digest}`, '-cert', '-out', file('query')])
    const signer = ['-signer', authority.cert, '-inkey', authority.key]
    const reply = ['ts', '-reply', '-config', file('config'), '-queryfile', file('query'), ...signer, '-token_out']
    await run('openssl', [...reply, '-out', file('token')])
    return await readFile(file('token'))
  }
}

/** What poppler says of each signature, in the order of its list: whether it is valid; undefined where it does not know the format. */
export async function askPoppler(file: string): Promise<(boolean | undefined)[]> {
  const { stdout } = await run('pdfsig', ['-nocert', file]).catch((thrown: unknown) => {
    if (typeof thrown === 'object' && thrown !== null && 'stdout' in thrown) return { stdout: String(thrown.stdout) }
    throw thrown
  })
  const said = [...stdout.matchAll(/Signature Validation: (.+)/g)].map(([, text = '']) => text)
  return said.map((text) =>
    /has not yet been verified|Unknown|not supported/i.test(text) ? undefined : text.includes('is Valid'),
  )
}
