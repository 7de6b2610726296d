import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { servePage } from '../../../../../src/main/desk/serving/serve-page.ts'

const VIEWER_TYPES = {
  'pdf.worker.min.mjs': 'text/javascript; charset=utf-8',
  'openjpeg.wasm': 'application/wasm',
  'UniJIS-UTF16-H.bcmap': 'application/octet-stream',
  'LiberationSans-Regular.ttf': 'font/ttf',
  'FoxitSymbol.pfb': 'application/octet-stream',
  'profile.icc': 'application/vnd.iccprofile',
  'annotation-note.svg': 'image/svg+xml',
  'icon.woff2': 'font/woff2',
}

let folder = ''
let root = ''

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'serve-page-'))
  root = path.join(folder, 'renderer')
  await mkdir(path.join(root, 'assets'), { recursive: true })
  await mkdir(path.join(root, 'folder.js'))
  await writeFile(path.join(root, 'index.html'), '<!doctype html>')
  await writeFile(path.join(root, 'assets', 'main.js'), 'export {}')
  await writeFile(path.join(root, 'notes.txt'), 'not built')
  for (const name of Object.keys(VIEWER_TYPES)) await writeFile(path.join(root, name), 'resource')
  await writeFile(path.join(folder, 'secret.js'), 'outside')
})
afterAll(() => rm(folder, { recursive: true }))

const ask = (address: string, method = 'GET'): Promise<Response> =>
  servePage(root, new Request(`app://desk${address}`, { method }))

describe('serving the page', () => {
  it('serves the page for the bare address', async () => {
    const answer = await ask('/')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await answer.text()).toBe('<!doctype html>')
  })

  it('serves a script as a script, because nosniff refuses it otherwise', async () => {
    const answer = await ask('/assets/main.js')
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await answer.text()).toBe('export {}')
  })

  it.each(Object.entries(VIEWER_TYPES))('serves %s of the PDF viewer as %s', async (name, type) => {
    const answer = await ask(`/${name}`)
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([200, type, 'resource'])
  })

  it.each(['/', '/nothing.js'])('forbids with %s everything from elsewhere', async (address) => {
    const answer = await ask(address)
    await answer.text()
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self' /)
  })

  it.each(['/../secret.js', '/%2e%2e/secret.js', '/..%2fsecret.js', '/assets/..%2f..%2fsecret.js', '/%2fsecret.js'])(
    'does not leave its folder for %s',
    async (address) => {
      const answer = await ask(address)
      expect(answer.status).toBe(404)
      expect(await answer.text()).toBe('Not found')
    },
  )

  it.each(['/notes.txt', '/folder.js', '/assets', '/%00.js', '/%e0%a4%a.js'])('does not know %s', async (address) => {
    expect(await ask(address)).toMatchObject({ status: 404 })
  })

  it('answers only GET', async () => {
    expect(await ask('/', 'POST')).toMatchObject({ status: 404 })
  })
})
