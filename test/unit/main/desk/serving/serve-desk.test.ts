import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveDesk } from '../../../../../src/main/desk/serving/serve-desk.ts'

const content = '%PDF-1.7 twenty bytes'
let folder = ''
let serve: (request: Request) => Promise<Response>

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'serve-desk-'))
  const file = path.join(folder, 'document.pdf')
  const empty = path.join(folder, 'empty.pdf')
  const root = path.join(folder, 'renderer')
  await mkdir(path.join(root, 'documents'), { recursive: true })
  await writeFile(file, content)
  await writeFile(empty, '')
  await writeFile(path.join(root, 'index.html'), '<!doctype html>')
  await writeFile(path.join(root, 'documents', 'good-key.js'), 'not a document')
  const files = new Map([
    ['good-key', { path: file, bytes: content.length }],
    ['empty-key', { path: empty, bytes: 0 }],
  ])
  serve = serveDesk({ root, readDocument: (key) => Promise.resolve(files.get(key)) })
})
afterAll(() => rm(folder, { recursive: true }))

const ask = (address: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
  serve(new Request(`app://desk${address}`, { method, headers }))

describe('serving documents', () => {
  it('serves the whole as a PDF that is neither cached nor read as anything else', async () => {
    const answer = await ask('/documents/good-key')
    expect([answer.status, await answer.text()]).toEqual([200, content])
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(content.length),
      'accept-ranges': 'bytes',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
  })

  it('serves one range, so that a huge document is not read to its end', async () => {
    const answer = await ask('/documents/good-key', { range: 'bytes=1-3' })
    expect([answer.status, await answer.text()]).toEqual([206, 'PDF'])
    expect(answer.headers.get('content-range')).toBe(`bytes 1-3/${content.length}`)
    expect(answer.headers.get('content-length')).toBe('3')
  })

  it('reports the size if a range begins beyond the end', async () => {
    const answer = await ask('/documents/good-key', { range: 'bytes=900-' })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, `bytes */${content.length}`])
  })

  it.each([{ range: 'bytes=0-1,3-4' }, { range: 'bytes=0-1', 'if-range': '"other"' }])(
    'serves the whole for %o, which it need not answer in parts',
    async (headers) => {
      const answer = await ask('/documents/good-key', headers)
      expect([answer.status, await answer.text()]).toEqual([200, content])
    },
  )

  it('serves only the head if requested', async () => {
    const answer = await ask('/documents/good-key', {}, 'HEAD')
    expect([answer.status, await answer.text(), answer.headers.get('content-length')]).toEqual([
      200,
      '',
      String(content.length),
    ])
  })

  it('serves an empty file as empty', async () => {
    const answer = await ask('/documents/empty-key')
    expect([answer.status, await answer.text(), answer.headers.get('content-length')]).toEqual([200, '', '0'])
  })

  it.each(['/documents/', '/documents/other', '/documents/good-key.js', '/documents/../documents/other'])(
    'does not know %s, because only an issued key opens anything',
    async (address) => {
      expect(await ask(address)).toMatchObject({ status: 404 })
    },
  )

  it('answers only GET and HEAD', async () => {
    expect(await ask('/documents/good-key', {}, 'DELETE')).toMatchObject({ status: 404 })
  })

  it('serves the page for every other address', async () => {
    expect(await (await ask('/')).text()).toBe('<!doctype html>')
  })
})
