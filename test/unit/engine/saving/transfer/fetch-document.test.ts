import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../../../../src/shared/errors/app-error.ts'
import type { DiskReserve } from '../../../../../src/engine/saving/disk/disk-space.ts'
import {
  createSaveStream,
  type RefusedAnswers,
  type SaveStream,
} from '../../../../../src/engine/saving/transfer/fetch-document.ts'
import { failureThrown } from '../../../../support/failure-thrown.ts'
import { filesBelow, tempFolder } from '../../../../support/temp-folder.ts'
import { sha256Of } from '../../../../support/test-ledger.ts'
import { NO_SIGNATURES } from '../../../../../src/shared/model/document-signatures.ts'

const MEGABYTE = 1024 * 1024
const HEAD = { status: 200, headers: {} }

/** With a table, which stands behind the content. */
function pdfOf(bytes: number): Buffer {
  const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(bytes, 'content '), Buffer.from('\n')])
  return Buffer.concat([content, Buffer.from(`xref\n0 1\nstartxref\n${content.length}\n%%EOF\n`)])
}

describe('the stream of one document to its file', () => {
  let folder: string
  let partFile: string
  let prepared: number
  let largestBytes: number
  let reserve: DiskReserve
  let refused: RefusedAnswers
  let acceptsDamaged: boolean
  let stream: SaveStream

  beforeEach(async () => {
    folder = await tempFolder()
    partFile = join(folder, 'document.part')
    prepared = 0
    largestBytes = Infinity
    reserve = { claim: () => undefined }
    refused = new Set()
    acceptsDamaged = false
    stream = streamInto(() => {
      prepared += 1
      return Promise.resolve()
    })
  })

  const streamInto = (prepare: () => Promise<void>): SaveStream =>
    createSaveStream({
      partFile,
      endpoint: 'document 1',
      prepare,
      limit: { largestBytes, use: 'save', reserve },
      refused,
      acceptsDamaged,
    })
  const nextAttempt = (): void => {
    stream = streamInto(() => Promise.resolve())
  }

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
      const received = { bytes: body.length, sha256, isLengthDeclared: true, remark: null, signatures: NO_SIGNATURES }
      expect(await stream.complete()).toEqual(received)
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

  it.each([
    ['in one write', 1000],
    ['in several', 3 * MEGABYTE],
  ])('says so where the inner table of a document written %s does not fit its bytes', async (_, bytes) => {
    const whole = pdfOf(bytes)
    const longer = Buffer.concat([whole.subarray(0, 500), Buffer.from('four'), whole.subarray(500)])
    await receive(longer)
    expect((await stream.complete()).remark).toMatch(/^Its inner table does not fit/)
    nextAttempt()
    await receive(Buffer.concat([Buffer.from('lead-in\n'), whole]))
    expect(await stream.complete()).toMatchObject({ remark: null })
  })

  it('says that the same damaged bytes came again, but not that others did', async () => {
    const attempt = async (body: Buffer) => {
      nextAttempt()
      return await failureThrown(receive(body))
    }
    const cut = pdfOf(5000).subarray(0, 4000)
    expect(await attempt(cut)).not.toHaveProperty('isRepeated')
    expect(await attempt(cut.subarray(0, 3999))).not.toHaveProperty('isRepeated')
    const other = Buffer.from(cut)
    other[2000] = 0
    expect(await attempt(other)).not.toHaveProperty('isRepeated')
    expect(await attempt(cut)).toMatchObject({ isRepeated: true })
  })

  it('takes a page for the same that differs only in what nobody reads', async () => {
    const page = (id: number) => Buffer.from(`<html><title>Sign in</title><script>id(${id})</script>`)
    expect(await failureThrown(receive(page(1)))).toMatchObject({ instead: 'page' })
    nextAttempt()
    expect(await failureThrown(receive(page(2)))).toMatchObject({ instead: 'page', isRepeated: true })
  })

  it('saves a damaged document where somebody wants it, and says what is wrong with it', async () => {
    acceptsDamaged = true
    nextAttempt()
    const cut = pdfOf(5000).subarray(0, 4000)
    await receive(cut)
    const remark = 'Saved on request, although it has no end (%%EOF) after 4000 bytes.'
    expect(await stream.complete()).toMatchObject({ bytes: 4000, sha256: sha256Of(cut), remark })
  })

  it('never saves a page or an error in place of a document, whoever wants it', async () => {
    acceptsDamaged = true
    for (const body of ['<html><title>Sign in</title>', '{"errorMessage":"busy"}', 'Maintenance', '']) {
      nextAttempt()
      expect(await failureThrown(receive(Buffer.from(body)))).toMatchObject({ tag: 'not-a-whole-pdf' })
    }
  })
})
