import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { AppError } from '../../../../../src/shared/errors/app-error.ts'
import type { DiskReserve } from '../../../../../src/engine/saving/disk/disk-space.ts'
import {
  createDocumentCheck,
  createSaveStream,
  type DocumentCheck,
  type SaveStream,
} from '../../../../../src/engine/saving/transfer/fetch-document.ts'
import { failureThrown } from '../../../../support/failure-thrown.ts'
import { filesBelow, tempFolder } from '../../../../support/temp-folder.ts'

const MEGABYTE = 1024 * 1024
const HEAD = { status: 200, headers: {} }

function pdfOf(bytes: number): Buffer {
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(bytes, 'content '), Buffer.from('\n%%EOF\n')])
}

describe('the stream of one document to its file', () => {
  let folder: string
  let partFile: string
  let prepared: number
  let largestBytes: number
  let reserve: DiskReserve
  let stream: SaveStream

  beforeEach(async () => {
    folder = await tempFolder()
    partFile = join(folder, 'document.part')
    prepared = 0
    largestBytes = Infinity
    reserve = { claim: () => undefined }
    stream = streamInto(() => {
      prepared += 1
      return Promise.resolve()
    })
  })

  const streamInto = (prepare: () => Promise<void>): SaveStream =>
    createSaveStream({ partFile, endpoint: 'document 1', prepare, limit: { largestBytes, use: 'save', reserve } })

  /** Delivers the body as HTTP does: in separate chunks, waiting when asked to. */
  async function receive(body: Buffer, headers: Record<string, string> = {}): Promise<void> {
    stream.head({ ...HEAD, headers })
    for (let at = 0; at < body.length; at += 65_536) await stream.data(Buffer.from(body.subarray(at, at + 65_536)))
    stream.check()
  }

  it.each([0, 5000, MEGABYTE, 3 * MEGABYTE + 1])(
    'writes every byte of a body of %i bytes and its SHA-256',
    async (bytes) => {
      const body = pdfOf(bytes)
      await receive(body, { 'content-length': String(body.length) })
      const sha256 = createHash('sha256').update(body).digest('hex')
      expect(await stream.complete()).toEqual({ bytes: body.length, sha256, isLengthDeclared: true })
      expect((await readFile(partFile)).equals(body)).toBe(true)
    },
  )

  it('drops a document as soon as it is said to be too large, or has become it', async () => {
    largestBytes = MEGABYTE
    stream = streamInto(() => Promise.resolve())
    const declared = receive(pdfOf(5000), { 'content-length': String(MEGABYTE + 1) })
    expect(await failureThrown(declared)).toMatchObject({ tag: 'document-too-large', bytes: MEGABYTE + 1 })
    expect(await failureThrown(receive(pdfOf(3 * MEGABYTE)))).toEqual({
      tag: 'document-too-large',
      endpoint: 'document 1',
      limitBytes: MEGABYTE,
      use: 'save',
    })
    await stream.discard()
    expect(await readdir(folder)).toEqual([])
  })

  it('takes a document of just the largest size', async () => {
    const body = pdfOf(MEGABYTE)
    largestBytes = body.length
    stream = streamInto(() => Promise.resolve())
    await receive(body)
    expect(await stream.complete()).toMatchObject({ bytes: body.length })
  })

  it('stops before it takes the last space of the disk', async () => {
    const full = new AppError({ tag: 'disk-full', folder, keptFreeBytes: 1 })
    reserve = { claim: () => Promise.reject(full) }
    stream = streamInto(() => Promise.resolve())
    expect(await failureThrown(receive(pdfOf(MEGABYTE)))).toEqual(full.failure)
  })

  it('writes every byte when chunks share their memory with others', async () => {
    const body = pdfOf(3 * MEGABYTE)
    stream.head(HEAD)
    for (let at = 0; at < body.length; at += 40_000) await stream.data(body.subarray(at, at + 40_000))
    await stream.complete()
    expect((await readFile(partFile)).equals(pdfOf(3 * MEGABYTE))).toBe(true)
  })

  it('makes no file before there is something to write, so that a refused document leaves nothing behind', async () => {
    await expect(receive(Buffer.from('<html>'))).rejects.toThrow('is not a whole PDF')
    expect(await filesBelow(folder)).toEqual([])
    expect(prepared).toBe(0)
  })

  it('holds a long body back in steps of a megabyte, so that memory does not grow with it', async () => {
    stream.head(HEAD)
    expect(stream.data(Buffer.alloc(MEGABYTE - 1))).toBeUndefined()
    const step = stream.data(Buffer.alloc(1))
    expect(step).toBeInstanceOf(Promise)
    await step
    expect(await readFile(partFile)).toHaveLength(MEGABYTE)
    await stream.discard()
  })

  it('makes the folder just before the file, once', async () => {
    await receive(pdfOf(3 * MEGABYTE))
    await stream.complete()
    expect(prepared).toBe(1)
  })

  it('takes the place of what an earlier attempt could not remove', async () => {
    await writeFile(partFile, 'half of it')
    await receive(pdfOf(10))
    await stream.complete()
    expect((await readFile(partFile)).equals(pdfOf(10))).toBe(true)
  })

  it('never writes through a link that bears its name', async () => {
    await writeFile(join(folder, 'target'), 'of somebody else')
    await symlink(join(folder, 'target'), partFile)
    await receive(pdfOf(10))
    await stream.complete()
    expect(await readFile(join(folder, 'target'), 'utf8')).toBe('of somebody else')
  })

  it('removes what it wrote when it is discarded, even in the middle of writing', async () => {
    stream.head(HEAD)
    const writing = stream.data(Buffer.alloc(2 * MEGABYTE))
    await stream.discard()
    await writing
    expect(await filesBelow(folder)).toEqual([])
  })

  it('waits for a slow folder before it discards, so that no file appears afterwards', async () => {
    const slow = Promise.withResolvers<void>()
    stream = streamInto(() => slow.promise)
    stream.head(HEAD)
    const writing = stream.data(Buffer.alloc(2 * MEGABYTE))
    const discarded = stream.discard()
    await delay(20)
    slow.resolve()
    await Promise.all([writing, discarded])
    expect(await filesBelow(folder)).toEqual([])
  })

  it('writes nothing after it was discarded, where the disk said only then that it has space', async () => {
    const space = Promise.withResolvers<void>()
    reserve = { claim: () => space.promise }
    stream = streamInto(() => Promise.resolve())
    stream.head(HEAD)
    const writing = stream.data(Buffer.alloc(2 * MEGABYTE))
    await stream.discard()
    space.resolve()
    await writing
    expect(await filesBelow(folder)).toEqual([])
  })

  it('passes on why its folder cannot be used', async () => {
    const gone = join(folder, 'gone')
    await mkdir(gone)
    stream = streamInto(() => Promise.reject(new Error('the drive is gone')))
    await receive(pdfOf(10))
    await expect(stream.complete()).rejects.toThrow('the drive is gone')
    await stream.discard()
  })

  it('says which document is not whole, and why', async () => {
    const failure = await failureThrown(receive(Buffer.from('{"errorMessage":"busy"}')))
    expect(failure).toMatchObject({ tag: 'not-a-whole-pdf', endpoint: 'document 1', said: 'busy' })
  })

  it('records that the length was not declared only when nothing but the end of the PDF tells truncation', async () => {
    await receive(pdfOf(10))
    expect(await stream.complete()).toMatchObject({ isLengthDeclared: false })
    partFile = join(folder, 'chunked.part')
    stream = streamInto(() => Promise.resolve())
    await receive(pdfOf(10), { 'transfer-encoding': 'chunked' })
    expect(await stream.complete()).toMatchObject({ isLengthDeclared: true })
  })
})

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
