import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../../../../../src/shared/errors/app-error.ts'
import { createDocumentCheck, type DocumentCheck } from '../../../../../src/engine/saving/transfer/document-check.ts'
import { isTable, LOOK_STEP_BYTES, TABLE_BYTES } from '../../../../../src/engine/saving/transfer/pdf-structure.ts'
import { CATALOG, PAGES, page, pdf, stream } from '../../../../support/write-pdf.ts'

const PDF = pdf([CATALOG, PAGES, page(), stream(Buffer.alloc(5000, 'x ')), stream(Buffer.from('0 0 m'))])
const UNDECLARED = { length: undefined }

function checked(body: Buffer, declared: Parameters<typeof createDocumentCheck>[1] = UNDECLARED): DocumentCheck {
  const check = createDocumentCheck('document 1', declared)
  check.add(body)
  return check
}

const reasonOf = (body: Buffer | string): string | undefined => checked(Buffer.from(body)).flaw()?.reason

/** A second revision as signing leaves it: objects, a table of its own, an end. */
function amended(document: Buffer, first = '6 0 obj\n'): Buffer {
  const object = `${first}<< /Stamp (${'signed '.repeat(100)}) >>\nendobj\n`
  const table = `xref\n6 1\n${String(document.length).padStart(10, '0')} 00000 n \ntrailer\n<< /Size 7 /Root 1 0 R >>\n`
  const end = `startxref\n${document.length + object.length}\n%%EOF\n`
  return Buffer.concat([document, Buffer.from(object + table + end)])
}

describe('createDocumentCheck', () => {
  it('accepts a whole PDF, with its length declared or not', () => {
    expect(checked(PDF).flaw()).toBeUndefined()
    expect(checked(PDF, { length: PDF.length }).flaw()).toBeUndefined()
  })

  it('knows that a document may be signed wherever its chunks meet', () => {
    const signed = Buffer.concat([Buffer.alloc(30), Buffer.from('/ByteRange [0'), Buffer.alloc(30)])
    for (let size = 1; size <= signed.length; size += 1) {
      const check = createDocumentCheck('document 1', UNDECLARED)
      for (let at = 0; at < signed.length; at += size) check.add(signed.subarray(at, at + size))
      expect(check.mayBeSigned()).toBe(true)
    }
    expect(checked(Buffer.from('/ByteRang e')).mayBeSigned()).toBe(false)
  })

  it('gives the same result however the body is cut into chunks', () => {
    const bodies = [PDF, PDF.subarray(0, -7), amended(PDF), amended(PDF).subarray(0, PDF.length + 6)]
    const padded = Buffer.concat([PDF, Buffer.alloc(3000)])
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1 }),
        fc.constantFrom(...bodies, padded, Buffer.from('<html><title>Sign in</title>')),
        (sizes, body) => {
          const check = createDocumentCheck('document 1', UNDECLARED)
          for (let at = 0, turn = 0; at < body.length; turn += 1) {
            const size = sizes[turn % sizes.length] ?? 1
            check.add(body.subarray(at, at + size))
            at += size
          }
          const whole = checked(body)
          expect(check.bytes).toBe(body.length)
          expect(check.flaw()).toEqual(whole.flaw())
          expect(check.tablesAt()).toEqual(whole.tablesAt())
          expect(check.fingerprint()).toBe(whole.fingerprint())
        },
      ),
    )
  })

  it('gives the same result of a body that is looked at in steps', () => {
    const early = amended(PDF).subarray(0, PDF.length + 6)
    for (const body of [PDF, PDF.subarray(0, -7), amended(PDF), early]) {
      const [start, end] = [body.subarray(0, 900), body.subarray(900)]
      const large = Buffer.concat([start, Buffer.alloc(LOOK_STEP_BYTES, 'x '), end])
      for (const size of [LOOK_STEP_BYTES, LOOK_STEP_BYTES + 2000, 65_536, 1460]) {
        const check = createDocumentCheck('document 1', UNDECLARED)
        for (let at = 0; at < large.length; at += size) check.add(large.subarray(at, at + size))
        expect(check.flaw()?.reason.replace(/\d+/, '')).toEqual(checked(body).flaw()?.reason.replace(/\d+/, ''))
        expect(check.tablesAt()).toEqual(checked(body).tablesAt())
        expect(check.fingerprint()).toBe(checked(large).fingerprint())
      }
    }
  })

  it('has looked at a chunk once a step has come, after which its memory is taken away', () => {
    const check = createDocumentCheck('document 1', UNDECLARED)
    const first = Buffer.concat([PDF, Buffer.alloc(LOOK_STEP_BYTES)])
    check.add(first)
    first.fill(0)
    check.add(Buffer.alloc(5000))
    expect(check.flaw()).toBeUndefined()
    expect(check.tablesAt()).toEqual(checked(PDF).tablesAt())
  })

  it.each([
    ['blanks', ' '],
    ['NULs, as copiers write them', '\0'],
    ['line ends', '\r\n'],
    ['a web page', '<p>This document came to you through a gateway for stream 7, 3 4 objects.</p>\n'],
    ['the frame of a message', '------=_Part_0123456789--\r\n'],
  ])('allows %s of any length behind the end', (_, padding) => {
    for (const length of [1, 1018, 1019, 11_200, 80_508]) {
      expect(reasonOf(Buffer.concat([PDF, Buffer.alloc(length, padding)]))).toBeUndefined()
    }
    expect(reasonOf(Buffer.concat([amended(PDF), Buffer.alloc(80_508, padding)]))).toBeUndefined()
  })

  it('allows the end of a chunked body that a gateway took for content', () => {
    expect(reasonOf(Buffer.concat([PDF, Buffer.from('\r\n0\r\n\r\n')]))).toBeUndefined()
  })

  it('allows a kilobyte before the beginning, as readers do', () => {
    expect(reasonOf(Buffer.concat([Buffer.alloc(1010, '\n'), PDF]))).toBeUndefined()
    expect(reasonOf(Buffer.concat([Buffer.alloc(1030, '\n'), PDF]))).toBe('it does not begin with %PDF-')
  })

  it.each([
    ['a table of objects', '6 0 obj\n'],
    ['\\r\\n line ends', '\r\n6 0 obj\r\n'],
    ['a comment', '% Amended on 3 March\n6 0 obj\n'],
    ['other objects', '4711 3 obj '],
  ])('never takes the end of an earlier revision for that of the document (%s)', (_, first) => {
    const whole = amended(PDF, first)
    expect(reasonOf(whole)).toBeUndefined()
    const begun = PDF.length + first.search(/\d+ \d obj/) + 1
    for (let length = begun; length < whole.length - 1; length += 1) {
      expect(reasonOf(whole.subarray(0, length))).toMatch(/^it breaks off after/)
    }
  })

  it('takes the length that a linearized document states, also where nothing of the rest has come', () => {
    const first = Buffer.from(
      `%PDF-1.7\n1 0 obj\n<< /Linearized 1 /L 13000 /H [ 500 40 ] /O 3 /E 900 /N 1 /T 12800 >>\nendobj\n`,
    )
    const start = Buffer.concat([first, Buffer.from('xref\n0 1\ntrailer\n<< >>\nstartxref\n0\n%%EOF\n')])
    expect(reasonOf(start)).toBe(`${start.length} bytes came of 13000 that it says it has`)
    const end = Buffer.from(`startxref\n${first.length}\n%%EOF`)
    const whole = Buffer.concat([start, Buffer.alloc(13_000 - start.length - end.length), end])
    expect(reasonOf(whole)).toBeUndefined()
    expect(reasonOf(Buffer.concat([Buffer.from('\r\n'), whole]))).toBeUndefined()
    expect(reasonOf(amended(whole))).toBeUndefined()
  })

  it.each([
    ['nothing at all', '', 'it is empty'],
    ['a web page', '<!DOCTYPE html><title>Sign in</title>', 'it is a web page'],
    ['a part of a web page', ' <h1>Sign in</h1>', 'it is a web page'],
    ['a web page in XML', '<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml">', 'it is a web page'],
    ['XML', '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>', 'it is XML'],
    ['XML without a declaration', '<soap:Envelope><soap:Body/></soap:Envelope>', 'it is XML'],
    ['an error envelope', '{"errorMessage":"Out of order"}', 'it is an error message with HTTP 200'],
    ['words', 'Maintenance', 'it does not begin with %PDF-'],
    ['a beginning without an end', '%PDF-1.7\n1 0 obj', 'it has no end (%%EOF) after 16 bytes'],
  ])('refuses %s', (_, body, reason) => {
    expect(reasonOf(body)).toBe(reason)
  })

  it('quotes what came in its place, because it says why there is no document', () => {
    const saidIn = (body: string): string | undefined => checked(Buffer.from(body)).flaw()?.said
    expect(saidIn('{"errorMessage":"Out of order"}')).toBe('Out of order')
    expect(saidIn(`{"padding":"${'x'.repeat(5000)}","errorMessage":"Out of order"}`)).toBe('Out of order')
    expect(saidIn('<html><title>Sign in</title>')).toBe('Sign in')
    expect(saidIn('<?xml version="1.0"?><Error><Message>Access denied</Message></Error>')).toBe('Access denied')
    expect(saidIn('Down for maintenance until 06:00\nDetails: none')).toBe('Down for maintenance until 06:00')
    const text = '<!doctype html><html><body><script>go("<p>")</script><h1>Session expired</h1>\n<p>Sign in.</p>'
    expect(saidIn(text)).toBe('Session expired Sign in.')
    expect(saidIn('<html></html>')).toBeUndefined()
  })

  it('tells a page from XML however many comments stand before it', () => {
    const comments = '<!-- -->'.repeat(2000)
    expect(reasonOf(`${comments}<html>`)).toBe('it is a web page')
    expect(reasonOf(`${comments}<Error>`)).toBe('it is XML')
  })

  it('quotes nothing of bytes that are no text', () => {
    const zip = Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0])
    expect(checked(zip).flaw()).toEqual({ reason: 'it does not begin with %PDF-' })
  })

  it.each([
    ['{"code":404,"message":"Document is archived"}', { tag: 'not-found', said: 'Document is archived' }],
    ['{"code":"403","message":"Not yours"}', { tag: 'access-denied', said: 'Not yours' }],
    ['{"code":503,"message":"Busy"}', { tag: 'service-failing', status: 503, said: 'Busy' }],
    ['{"code":202,"message":"Being generated"}', { tag: 'service-failing', status: 202, said: 'Being generated' }],
  ])('believes the code of an envelope as any other call does: %s', (body, failure) => {
    let thrown: unknown
    try {
      checked(Buffer.from(body)).flaw()
    } catch (error) {
      thrown = error
    }
    expect(failureOf(thrown)).toMatchObject({ endpoint: 'document 1', ...failure })
  })

  it('refuses a body that is shorter or longer than declared, even with its end in place', () => {
    for (const length of [PDF.length + 1, PDF.length - 1]) {
      const { reason } = checked(PDF, { length }).flaw() ?? {}
      expect(reason).toBe(`${PDF.length} bytes came of ${length} that were announced`)
    }
  })

  it('keeps only the first kilobyte for the log, whatever the size of the body', () => {
    const check = createDocumentCheck('document 1', UNDECLARED)
    for (let chunks = 0; chunks < 100; chunks += 1) check.add(Buffer.alloc(700, chunks))
    expect(check.firstBytes()).toHaveLength(1024)
  })
})

describe('the table of a document’s objects', () => {
  const fits = (body: Buffer): boolean =>
    checked(body)
      .tablesAt()
      .some((at) => isTable(body.subarray(at - 1, at - 1 + TABLE_BYTES)))
  const withObjectAsTable = (at: (object: number) => number): Buffer => {
    const start = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')
    const object = `12 0 obj\n<< /Type /XRef >>\nstream\nxxxx\nendstream\nendobj\nstartxref\n${at(start.length)}\n%%EOF\n`
    return Buffer.concat([start, Buffer.from(object)])
  }

  it('is where the last “startxref” says, in either form, and behind a lead-in', () => {
    expect(fits(PDF)).toBe(true)
    expect(fits(amended(PDF))).toBe(true)
    expect(fits(withObjectAsTable((object) => object))).toBe(true)
    expect(fits(Buffer.concat([Buffer.from('\r\n'.repeat(150)), PDF]))).toBe(true)
  })

  it('is elsewhere where a program took the document for text', () => {
    const binary = pdf([CATALOG, PAGES, page(), stream(Buffer.alloc(2000, Buffer.from([0x80, 0xe4, 0x0a, 0xff])))])
    expect(fits(binary)).toBe(true)
    expect(fits(Buffer.from(binary.toString('utf8')))).toBe(false)
    expect(fits(Buffer.from(binary.toString('latin1')))).toBe(false)
    expect(fits(Buffer.from(binary.toString('latin1').replaceAll('\n', '\r\n'), 'latin1'))).toBe(false)
  })

  it('fits no more where a linearized document is longer than it says, unless a revision follows', () => {
    const linearized = (added = ''): Buffer => {
      const first = '%PDF-1.7\n1 0 obj\n<< /Linearized 1 /L 3000 /H [ 500 40 ] /O 3 /E 900 /N 1 /T 2800 >>\nendobj\n'
      const start = Buffer.from(`${first}xref\n0 1\ntrailer\n<< >>\nstartxref\n0\n%%EOF\n2 0 obj\n`)
      const end = Buffer.from(`startxref\n${first.length}\n%%EOF\n`)
      return Buffer.concat([start, Buffer.alloc(3000 - start.length - end.length), Buffer.from(added), end])
    }
    expect(fits(linearized())).toBe(true)
    expect(fits(Buffer.concat([linearized(), Buffer.alloc(5000)]))).toBe(true)
    expect(fits(amended(linearized()))).toBe(true)
    expect(fits(linearized('\r\n'))).toBe(false)
  })

  it('is elsewhere where bytes were lost or added before it', () => {
    for (const lost of [1, 2, 4096]) {
      expect(fits(Buffer.concat([PDF.subarray(0, 600), PDF.subarray(600 + lost)]))).toBe(false)
    }
    expect(fits(withObjectAsTable((object) => object + 1))).toBe(false)
    expect(fits(withObjectAsTable((object) => object - 7))).toBe(false)
  })

  it('is nowhere where nothing says where it is, or the place is outside', () => {
    expect(fits(Buffer.from('%PDF-1.7\n%%EOF'))).toBe(false)
    expect(fits(Buffer.from('%PDF-1.7\nstartxref\n0\n%%EOF'))).toBe(false)
    expect(fits(Buffer.from('%PDF-1.7\nstartxref\n4711\n%%EOF'))).toBe(false)
  })
})
