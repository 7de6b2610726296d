import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { type ExchangeService, startExchangeService } from '../../exchange-service/start-exchange-service.ts'
import { distinctData, honestHashes } from '../../support/distinct-documents.ts'
import { failureThrown } from '../../support/failure-thrown.ts'
import { serve } from '../../support/raw-http.ts'
import { httpText } from '../../support/raw-server.ts'
import { IS_POSIX } from '../../support/system-abilities.ts'
import { filesBelow } from '../../support/temp-folder.ts'
import { createTestDesk, type TestDesk } from '../../support/test-desk.ts'
import { sha256Of } from '../../support/test-ledger.ts'
import { watchFlushes } from '../../support/watch-flushes.ts'
import { createProgram } from '../cli-program.ts'

const data = distinctData({ sets: 2 })
const [[documentId = '', sha256 = ''] = []] = await honestHashes(data)
const setId = data.search({ customerIds: [data.counterparties[0]?.customerId ?? ''] }).slice(0, 1)[0]?.row.setId ?? ''

const token = '{"token":"t"}'
const JSON_TOKEN = httpText('200 OK', { 'content-length': String(token.length) }, token)

let service: ExchangeService
let desk: TestDesk
let file: string
beforeEach(async () => {
  service = await startExchangeService({ data })
  onTestFinished(service.close)
  desk = await createTestDesk({ service })
  onTestFinished(desk.close)
  file = join(desk.folder, 'one.pdf')
})

const get = (change: { file?: string; setId?: string; documentId?: string } = {}) =>
  desk.session.get({ setId, documentId, file, ...change })

describe('get', () => {
  it('writes the whole document to the named file, and nothing beside it', async () => {
    expect(await get()).toEqual({ bytes: (await readFile(file)).length, sha256, remark: null })
    expect(sha256Of(await readFile(file))).toBe(sha256)
    expect(await filesBelow(desk.folder)).toEqual(['one.pdf'])
  })

  it.skipIf(!IS_POSIX)('says so only once its name is flushed', async () => {
    const flushed = await watchFlushes(desk.folder)
    await get()
    expect(flushed).toEqual([['one.pdf']])
  })

  it.each([
    ['a file', () => writeFile(file, 'of somebody else')],
    ['a folder', () => mkdir(file)],
    ['a link to nowhere', () => symlink(join(desk.folder, 'nowhere'), file)],
  ])('refuses the name of %s without asking the service', async (_, make) => {
    await make()
    expect(await failureThrown(get())).toEqual({ tag: 'file-exists', path: file })
    expect(service.counts.document).toBe(0)
  })

  it('aborts a document at the size limit, however much more the service sends, and leaves nothing', async () => {
    const sends = await serve((socket, received) => {
      if (!received.includes('get-single-pdf')) return void socket.write(JSON_TOKEN)
      socket.write('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n%PDF-1.7\n')
      const endless = setInterval(() => socket.write(Buffer.alloc(1_000_000, 'x')), 1)
      socket.on('close', () => clearInterval(endless))
      return undefined
    })
    const other = await createTestDesk({ service: { url: sends.url } })
    onTestFinished(other.close)
    const target = { setId, documentId, file: join(other.folder, 'one.pdf'), largestBytes: 3_000_000 }
    expect(await failureThrown(other.session.get(target))).toMatchObject({
      tag: 'document-too-large',
      limitBytes: 3_000_000,
      use: 'save',
    })
    expect(await filesBelow(other.folder)).toEqual([])
  })

  it('does not replace a file that has appeared meanwhile', async () => {
    const gate = service.hold('document')
    const getting = failureThrown(get())
    await expect.poll(() => gate.waiting).toBe(1)
    await writeFile(file, 'of somebody else')
    gate.open()
    expect(await getting).toMatchObject({ tag: 'file-exists' })
    expect(await readFile(file, 'utf8')).toBe('of somebody else')
    expect(await filesBelow(desk.folder)).toEqual(['one.pdf'])
  })

  it.each([
    ['withoutEnd', 'not-a-whole-pdf', 2],
    ['empty', 'not-a-whole-pdf', 2],
    ['errorEnvelope', 'service-failing', 5],
    ['truncated', 'connection-lost', 5],
  ] as const)(
    'gives up (%s: %s) after as many attempts as may help, and leaves nothing',
    async (kind, tag, attempts) => {
      service.faults.add({ match: 'document', kind })
      expect(await failureThrown(get())).toMatchObject({ tag })
      expect(service.counts.document).toBe(attempts)
      expect(await filesBelow(desk.folder)).toEqual([])
    },
  )

  it('succeeds with the fifth attempt', async () => {
    service.faults.add({ match: 'document', kind: 'truncated', times: 4 })
    expect(await get()).toMatchObject({ sha256 })
  })

  it('saves a damaged document only for somebody who wants it all the same, and says what is wrong', async () => {
    service.faults.add({ match: 'document', kind: 'withoutEnd' })
    expect(await failureThrown(get())).toMatchObject({ tag: 'not-a-whole-pdf' })
    const saved = await desk.session.get({ setId, documentId, file, acceptsDamaged: true })
    expect(saved.remark).toMatch(/^Saved on request, although it has no end/)
    expect(saved.sha256).toBe(sha256Of(await readFile(file)))
  })

  it.each(['../../oauth2/token', 'no-id', ''])('sends nothing for an invalid id: %s', async (id) => {
    expect(await failureThrown(get({ documentId: id }))).toMatchObject({ tag: 'bad-usage' })
    expect(await failureThrown(get({ setId: id }))).toMatchObject({ tag: 'bad-usage' })
    expect(service.counts.document).toBe(0)
  })

  it('says so when there is no such folder or document', async () => {
    expect(await failureThrown(get({ file: join(desk.folder, 'missing/one.pdf') }))).toMatchObject({ tag: 'bad-usage' })
    expect(await failureThrown(get({ documentId: setId }))).toMatchObject({ tag: 'not-found' })
  })
})

describe('the command get', () => {
  it('ends with 0, 2 or 7', async () => {
    const program = await createProgram(service.url)
    onTestFinished(program.remove)
    const run = (output: string, document = documentId) =>
      program.runHere(['get', '--set', setId, '--document', document, '--output', output, '--json', '--quiet'])
    const { code, stdout } = await run('one.pdf')
    expect(code).toBe(0)
    const result = z.object({ path: z.string(), sha256: z.string() }).parse(JSON.parse(stdout))
    expect(result).toEqual({ path: join(program.folder, 'one.pdf'), sha256 })
    expect((await run('one.pdf')).code).toBe(7)
    expect((await run('two.pdf', 'no-id')).code).toBe(2)
  })
})
