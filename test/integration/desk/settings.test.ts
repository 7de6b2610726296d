import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { DEFAULT_NAME_PATTERN } from '../../../src/shared/model/name-patterns.ts'
import { AppError } from '../../../src/shared/errors/app-error.ts'
import { DEFAULT_SIZES } from '../../../src/shared/model/size-limits.ts'
import { createMemorySecrets } from '../../support/memory-secrets.ts'
import { readBundle } from '../../support/read-bundle.ts'
import { openSettingsPage, type SettingsPage } from '../../support/settings-page.ts'
import { createTestDesk, type TestDesk, type TestDeskOptions } from '../../support/test-desk.ts'
import { policyOf } from '../../support/test-policy.ts'

const PASSWORD = 'marked-password-5f1c'
const TOKEN = 'eyJtYXJrZWQ.eyJ0b2tlbiI.c2lnbmF0dXJl'

let desk: TestDesk
let page: SettingsPage

async function open(options: Partial<TestDeskOptions> = {}): Promise<void> {
  desk = await createTestDesk({
    service: { url: 'http://127.0.0.1:9' },
    connection: { password: PASSWORD },
    ...options,
  })
  onTestFinished(desk.close)
  page = openSettingsPage(desk)
}
beforeEach(() => open())

describe('settings', () => {
  it('have sensible defaults', async () => {
    expect(page.settings.read()).toEqual({
      appearance: 'system',
      region: 'system',
      dates: 'name',
      density: 'usual',
      textSize: 100,
      singleKeys: true,
      indexesTexts: true,
      concurrency: 32,
      bandwidth: '',
      callsPerMinute: null,
      conflict: 'keep-both',
      pattern: DEFAULT_NAME_PATTERN,
      patterns: [],
      closesToTray: false,
      startsAtLogin: false,
      updates: 'notify',
      ...DEFAULT_SIZES,
    })
  })

  it('are stored, sent to every page, and restored by the next start', async () => {
    const changed = await page.call('settings.change', { appearance: 'dark', concurrency: 8 })
    expect(changed).toMatchObject({ appearance: 'dark', concurrency: 8, conflict: 'keep-both' })
    expect(page.events).toMatchObject([{ name: 'settings.changed', payload: changed }])
    page = openSettingsPage(desk)
    expect(page.settings.read()).toEqual(changed)
  })

  it('stay what is usual until somebody chooses, so that a new default reaches everyone', async () => {
    await page.call('settings.change', { concurrency: 12 })
    expect(JSON.parse(await readFile(join(desk.dataDir, 'settings.json'), 'utf8'))).toEqual({ concurrency: 12 })
  })

  it('refuse an invalid name pattern or region and stay unchanged', async () => {
    const named = { patterns: [{ name: 'mine', pattern: '{nonsense}' }] }
    const outside = [{ concurrency: 99 }, { region: '../..' }, { region: 'x'.repeat(99) }, { textSize: 1_000 }]
    for (const changes of [{ pattern: '{customer' }, named, ...outside]) {
      expect(await page.refused('settings.change', changes)).toMatchObject({ tag: 'bad-usage' })
    }
    expect(page.settings.read()).toMatchObject({ pattern: DEFAULT_NAME_PATTERN, concurrency: 32 })
    expect(page.events).toEqual([])
  })

  it.each(['{"appearance":', '[]'])('that cannot be read are set aside with a notice: %s', async (content) => {
    await mkdir(desk.dataDir, { recursive: true })
    await writeFile(join(desk.dataDir, 'settings.json'), content)
    page = openSettingsPage(desk)
    expect(page.settings.read()).toMatchObject({ concurrency: 32 })
    expect(page.notices).toMatchObject([{ message: expect.stringContaining('was set aside as') }])
    const [aside = ''] = (await readdir(desk.dataDir)).filter((name) => name.startsWith('settings.json.unreadable'))
    expect(await readFile(join(desk.dataDir, aside), 'utf8')).toBe(content)
  })
})

describe('the layout of the page', () => {
  it('is stored by view, whatever it is, and comes back unchanged', async () => {
    expect(await page.call('views.read', { view: 'search-grid' })).toEqual({ state: null })
    await page.call('views.write', { view: 'search-grid', state: '{"columns":["“a”"]}' })
    await page.call('views.write', { view: 'panes', state: 'wide' })
    page = openSettingsPage(desk)
    expect(await page.call('views.read', { view: 'search-grid' })).toEqual({ state: '{"columns":["“a”"]}' })
    expect(await page.call('views.read', { view: 'panes' })).toEqual({ state: 'wide' })
  })
})

describe('diagnostics', () => {
  it('name versions and folders, and report that the keychain answers', async () => {
    const found = await page.call('diagnostics.read', {})
    expect(found).toMatchObject({
      host: 'shell',
      dataFolder: desk.dataDir,
      logFolder: page.logDir,
      keychain: { isAvailable: true, failure: null },
    })
    const names = found.versions.map(({ name }) => name)
    expect(names.slice(0, 4)).toEqual(['Parcel Desk', 'Chromium', 'Node', 'SQLite'])
    expect(found.versions.every(({ version }) => /\d/.test(version))).toBe(true)
  })

  it('say why there is no keychain', async () => {
    const failure = new AppError({ tag: 'keychain-unavailable', reason: 'it is locked' })
    await open({ ports: { secrets: { ...createMemorySecrets(), read: () => Promise.reject(failure) } } })
    expect((await page.call('diagnostics.read', {})).keychain).toMatchObject({
      isAvailable: false,
      failure: { tag: 'keychain-unavailable', message: expect.stringContaining('it is locked') },
    })
  })

  it('do not wait for a keychain that asks its owner to unlock it', async () => {
    const silent = new Promise<undefined>(() => undefined)
    await open({ ports: { secrets: { ...createMemorySecrets(), read: () => silent } } })
    expect((await page.call('diagnostics.read', {})).keychain).toMatchObject({ isAvailable: false })
  })

  it('open the log folder, even before the first line', async () => {
    await page.call('diagnostics.openLogFolder', {})
    expect(page.opened).toEqual([page.logDir])
    expect(await readdir(page.logDir)).toEqual([])
  })
})

describe('the support bundle', () => {
  it('is a zip with diagnostics, settings, jobs, feeds and the end of the log, and no secret', async () => {
    // Each part has half a minute, also on a slow machine.
    await open({ speed: 1 })
    await mkdir(page.logDir)
    const lines = [`{"said":"wrong ${PASSWORD}"}`, `{"header":"Authorization: Bearer ${TOKEN}"}`, '{"event":"last"}']
    await writeFile(join(page.logDir, 'parcel-desk.log'), `${lines.join('\n')}\n`)
    await page.call('settings.change', { pattern: `{name} ${PASSWORD}`, concurrency: 7 })
    const file = join(desk.root, 'support.zip')
    page.filesToWrite.push(file)
    expect(await page.call('diagnostics.saveSupportBundle', {})).toMatchObject({
      file: { name: 'support.zip', folder: desk.root },
    })
    expect(page.suggested).toEqual(['parcel-desk-support.zip'])
    const files = readBundle(await readFile(file))
    expect(files.get('versions.json')).toContain('"Node"')
    expect(files.get('settings.json')).toMatch(/"concurrency": 7.*"pattern": "\{name\} \[redacted\]"/s)
    expect(files.get('logs/parcel-desk.log')).toContain('{"event":"last"}')
    expect(files.get('feeds.json')).toContain('"state": "off"')
    const text = [...files.values()].join('\n')
    for (const secret of [PASSWORD, Buffer.from(PASSWORD).toString('base64'), TOKEN, 'c2lnbmF0dXJl']) {
      expect(text).not.toContain(secret)
    }
  })

  it('is not written if the dialog was closed', async () => {
    expect(await page.call('diagnostics.saveSupportBundle', {})).toEqual({ file: null })
  })

  it('is refused where the organisation forbids it, before anything is asked or written', async () => {
    await open({ ports: { policy: policyOf({ SupportBundleForbidden: true }) } })
    expect(await page.refused('diagnostics.saveSupportBundle', {})).toMatchObject({ tag: 'set-by-organisation' })
    expect(page.suggested).toEqual([])
    // By the command line too.
    await expect(desk.desk.supportBundle({ versions: () => [] })).rejects.toMatchObject({
      failure: { tag: 'set-by-organisation' },
    })
  })
})

describe('an error that nobody caught', () => {
  it('is told until the user has taken note, also by the next start', async () => {
    await page.call('diagnostics.recordPageError', { name: 'Error', message: 'no such row', stack: 'at Row' })
    const told = { crash: { at: expect.any(String), where: 'page' } }
    expect(page.events).toMatchObject([{ name: 'crashes.changed', payload: told }])
    expect(desk.desk.crashes.list()).toMatchObject([
      { where: 'page', error: { message: 'no such row', stack: 'at Row' } },
    ])
    page = openSettingsPage(desk)
    await page.call('diagnostics.dismissCrash', {})
    expect(page.events).toMatchObject([{ name: 'crashes.changed', payload: { crash: null } }])
    page = openSettingsPage(desk)
    await page.call('diagnostics.dismissCrash', {})
    expect(page.events).toMatchObject([{ payload: { crash: null } }])
  })

  it('is recorded once where the page meets it at every drawing, and never pushes others out', async () => {
    for (let count = 0; count < 20; count += 1) {
      await page.call('diagnostics.recordPageError', { name: 'Error', message: `${count % 10}`, stack: '' })
    }
    expect(desk.desk.crashes.list()).toHaveLength(3)
  })
})
