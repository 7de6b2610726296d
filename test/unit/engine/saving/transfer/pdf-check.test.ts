import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDocumentCheck, type DocumentCheck } from '../../../../../src/engine/saving/transfer/pdf-check.ts'

const PDF = Buffer.from(`%PDF-1.7\n${'x'.repeat(5000)}\n%%EOF\n`)
const UNDECLARED = { length: undefined, encoding: undefined }

function checked(body: Buffer, declared: Parameters<typeof createDocumentCheck>[0] = UNDECLARED): DocumentCheck {
  const check = createDocumentCheck(declared)
  check.add(body)
  return check
}

describe('createDocumentCheck', () => {
  it('accepts a whole PDF, with its length declared or not', () => {
    expect(checked(PDF).flaw()).toBeUndefined()
    expect(checked(PDF, { length: PDF.length, encoding: undefined }).flaw()).toBeUndefined()
    expect(checked(PDF, { length: PDF.length, encoding: 'identity' }).flaw()).toBeUndefined()
  })

  it('gives the same result however the body is cut into chunks', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1 }), fc.boolean(), (sizes, isWhole) => {
        const body = isWhole ? PDF : PDF.subarray(0, -7)
        const check = createDocumentCheck(UNDECLARED)
        for (let at = 0, turn = 0; at < body.length; turn += 1) {
          const size = sizes[turn % sizes.length] ?? 1
          check.add(body.subarray(at, at + size))
          at += size
        }
        expect(check.bytes).toBe(body.length)
        expect(check.flaw() === undefined).toBe(isWhole)
      }),
    )
  })

  it('allows a kilobyte before the beginning and after the end, as readers do', () => {
    const padding = Buffer.alloc(1010, '\n')
    expect(checked(Buffer.concat([padding, PDF, padding])).flaw()).toBeUndefined()
    const more = Buffer.alloc(1030, '\n')
    expect(checked(Buffer.concat([more, PDF])).flaw()?.reason).toBe('it does not begin with %PDF-')
    expect(checked(Buffer.concat([PDF, more])).flaw()?.reason).toMatch(/^it has no end/)
  })

  it.each([
    ['nothing at all', '', 'it is empty'],
    ['a web page', '<!DOCTYPE html><title>Sign in</title>', 'it is a web page'],
    ['an error envelope', '{"code":500,"errorMessage":"Out of order"}', 'it is an error message with HTTP 200'],
    ['words', 'Maintenance', 'it does not begin with %PDF-'],
    ['a beginning without an end', '%PDF-1.7\n1 0 obj', 'it has no end (%%EOF) after 16 bytes'],
  ])('refuses %s', (_, body, reason) => {
    expect(checked(Buffer.from(body)).flaw()?.reason).toBe(reason)
  })

  it('quotes an error in disguise, because it says why there is no document', () => {
    const envelope = Buffer.from('{"code":500,"errorMessage":"Out of order"}')
    expect(checked(envelope).flaw()?.said).toBe('Out of order')
    expect(checked(Buffer.from('<html><title>Sign in</title>')).flaw()?.said).toBe('Sign in')
    const page = '<!doctype html><html><body><script>go("<p>")</script><h1>Session expired</h1>\n<p>Sign in.</p>'
    expect(checked(Buffer.from(page)).flaw()).toEqual({ reason: 'it is a web page', said: 'Session expired Sign in.' })
    expect(checked(Buffer.from('<html></html>')).flaw()).toEqual({ reason: 'it is a web page' })
  })

  it('refuses a body that is shorter or longer than declared, even with its end in place', () => {
    for (const length of [PDF.length + 1, PDF.length - 1]) {
      const { reason } = checked(PDF, { length, encoding: undefined }).flaw() ?? {}
      expect(reason).toBe(`${PDF.length} bytes came of ${length} that were announced`)
    }
  })

  it('refuses an encoded body, because its length cannot be compared with what was declared', () => {
    expect(checked(PDF, { length: undefined, encoding: 'gzip' }).flaw()?.reason).toContain('gzip')
  })

  it('keeps only the first kilobyte for the log, whatever the size of the body', () => {
    const check = createDocumentCheck(UNDECLARED)
    for (let chunks = 0; chunks < 100; chunks += 1) check.add(Buffer.alloc(700, chunks))
    expect(check.firstBytes()).toHaveLength(1024)
  })
})
