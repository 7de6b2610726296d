import { chmod, readdir, readFile, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createHttp } from '../../../src/adapters/node-http.ts'
import { installUpdate } from '../../../src/adapters/updates/install-update.ts'
import { parseFeed } from '../../../src/adapters/updates/parse-feed.ts'
import { createLogger } from '../../../src/engine/base/logger.ts'
import type { UpdaterPort } from '../../../src/main/desk/desk-ports.ts'
import { createUpdatesService, type UpdatesView } from '../../../src/main/desk/updates/updates-service.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { latestYml, startUpdateFeed, type UpdateFeed } from '../../support/update-feed.ts'

const CONTENT = Buffer.from(
  '#!/bin/sh\n(env; echo "$@") > "$UPDATE_TEST_OUT.part"\nmv "$UPDATE_TEST_OUT.part" "$UPDATE_TEST_OUT"\n',
)
const FILE = 'parcel-desk-0.2.0-linux-x64.AppImage'
const FEED = '/parcel-desk/latest-linux.yml'

interface Setting {
  feed: UpdateFeed
  mode: UpdatesView['mode']
  address: string | null
  installed: UpdaterPort['installed']
  refusal: string | undefined
  afterRestart?: string
  isSaving: boolean
}

/** A desk of version 0.1.0 with a feed that offers 0.2.0; what it is to do can be changed. */
async function openUpdates(changed: Partial<Setting> = {}) {
  const feed = await startUpdateFeed()
  onTestFinished(feed.close)
  feed.put(FEED, latestYml('0.2.0', { url: FILE, content: CONTENT }))
  feed.put(`/parcel-desk/${FILE}`, CONTENT)
  const setting: Setting = {
    feed,
    mode: 'notify',
    address: feed.url,
    installed: { form: 'app-image' },
    refusal: undefined,
    isSaving: false,
    ...changed,
  }
  const dataDir = await tempFolder()
  const clock = createManualClock()
  const [news, states, installs]: [string[], string[], string[]] = [[], [], []]
  const updates = createUpdatesService({
    updater: {
      installed: setting.installed,
      ...(setting.afterRestart === undefined ? {} : { afterRestart: setting.afterRestart }),
      parse: (text) => Promise.resolve().then(() => parseFeed(text)),
      verify: () => Promise.resolve(setting.refusal),
      install: (file) => Promise.resolve(void installs.push(file)),
    },
    http: (options) => createHttp(options),
    clock,
    dataDir,
    current: '0.1.0',
    logger: createLogger({ write: () => undefined }),
    wanted: () => ({ mode: setting.mode, address: setting.address }),
    isSaving: () => setting.isSaving,
    onChanged: ({ state }) => void states.push(state),
    onNews: (sentence) => void news.push(sentence),
  })
  onTestFinished(updates.stop)
  return { updates, feed, setting, clock, dataDir, news, states, installs }
}

describe.skipIf(process.arch !== 'x64')('updates', () => {
  it('are found, fetched, checked and installed only when the user says so', async () => {
    const { updates, feed, dataDir, news, states, installs } = await openUpdates()
    expect(updates.view()).toMatchObject({ state: 'idle', version: null })
    expect(await updates.check()).toMatchObject({ state: 'available', version: '0.2.0' })
    expect(feed.asked).toEqual([FEED])
    await expect(updates.install()).rejects.toThrow('No newer version is ready')
    expect(await updates.download()).toMatchObject({
      state: 'ready',
      sentence: 'Parcel Desk 0.2.0 is ready to install.',
    })
    expect(states).toEqual(['checking', 'available', 'checking', 'available', 'downloading', 'ready'])
    expect(news).toEqual(['Parcel Desk 0.2.0 is available.', 'Parcel Desk 0.2.0 is ready to install.'])
    expect(installs).toEqual([])
    await updates.install()
    const file = join(dataDir, 'updates', 'parcel-desk-0.2.0.AppImage')
    expect(installs).toEqual([file])
    expect(await readFile(file)).toEqual(CONTENT)
  })

  it('are fetched by themselves where that is wanted, first some time after the start, and once', async () => {
    const { updates, feed, clock, news } = await openUpdates({ mode: 'download' })
    updates.start()
    expect(feed.asked).toEqual([])
    await clock.advance(2 * 60_000)
    await expect.poll(() => updates.view().state).toBe('ready')
    await expect.poll(clock.isWaitedFor).toBe(true)
    await clock.advance(6 * 60 * 60_000)
    await expect.poll(() => feed.asked.filter((path) => path === FEED)).toHaveLength(2)
    await expect.poll(() => updates.view().state).toBe('ready')
    expect(feed.asked.filter((path) => path.endsWith('.AppImage'))).toHaveLength(1)
    expect(news).toEqual(['Parcel Desk 0.2.0 is ready to install.'])
  })

  it.each([
    ['off', { mode: 'off' }, ['off', 'Updates are off.']],
    ['without an address', { address: null }, ['unavailable', 'has set no address']],
    ['of an MSI', { installed: { why: 'Rolled out by others.' } }, ['unavailable', 'Rolled out by others.']],
  ] as const)('that are %s send no request at all, whatever is pressed', async (_what, changed, [state, words]) => {
    const { updates, feed, clock, news } = await openUpdates(changed)
    updates.start()
    await clock.advance(24 * 60 * 60_000)
    expect(await updates.check()).toMatchObject({ state, sentence: expect.stringContaining(words) })
    expect(await updates.download()).toMatchObject({ state })
    await expect(updates.install()).rejects.toThrow('No newer version')
    expect([feed.asked, news]).toEqual([[], []])
  })

  it('are not installed while documents are saved', async () => {
    const { updates, setting, installs } = await openUpdates({ isSaving: true })
    await updates.download()
    await expect(updates.install()).rejects.toThrow('Documents are being saved. Nothing is installed meanwhile.')
    expect(installs).toEqual([])
    setting.isSaving = false
    await updates.install()
    expect(installs).toHaveLength(1)
  })

  it('that are ready stay so while the next check asks, offline, and while the feed offers the same', async () => {
    const { updates, feed, clock, states, installs } = await openUpdates()
    await updates.download()
    states.length = 0
    const { promise: asked, resolve: hold } = Promise.withResolvers<ServerResponse>()
    feed.put(FEED, hold)
    updates.start()
    await clock.advance(2 * 60_000)
    const answer = await asked
    expect(updates.view().state).toBe('ready')
    answer.destroy()
    await expect.poll(clock.isWaitedFor).toBe(true)
    feed.put(FEED, latestYml('0.2.0', { url: FILE, content: CONTENT }))
    expect(await updates.check()).toMatchObject({ state: 'ready', version: '0.2.0' })
    expect(await updates.download()).toMatchObject({ state: 'ready' })
    expect([states, feed.asked.filter((path) => path.endsWith('.AppImage')).length]).toEqual([[], 1])
    await updates.install()
    expect(installs).toHaveLength(1)
  })

  it.each([
    ['another', latestYml('0.3.0', { url: FILE, content: CONTENT }), 'available'],
    ['the same anew', latestYml('0.2.0', { url: FILE, content: Buffer.from('repaired') }), 'available'],
    ['the one that runs', latestYml('0.1.0', { url: FILE, content: CONTENT }), 'current'],
    ['an older one', latestYml('0.0.9', { url: FILE, content: CONTENT }), 'failed'],
  ])('that are ready are not installed any more once the feed offers %s', async (_what, list, state) => {
    const { updates, feed, installs } = await openUpdates()
    await updates.download()
    feed.put(FEED, list)
    expect(await updates.check()).toMatchObject({ state })
    await expect(updates.install()).rejects.toThrow('No newer version')
    expect(installs).toEqual([])
  })

  it('are fetched when the user says so while a check is under way', async () => {
    const { updates, feed } = await openUpdates()
    const { promise: asked, resolve: hold } = Promise.withResolvers<ServerResponse>()
    feed.put(FEED, hold)
    const checking = updates.check()
    const answer = await asked
    const downloading = updates.download()
    const list = latestYml('0.2.0', { url: FILE, content: CONTENT })
    feed.put(FEED, list)
    answer.end(list)
    await checking
    expect(await downloading).toMatchObject({ state: 'ready' })
  })

  it('say before they are installed what the restart will not know', async () => {
    const { updates, news } = await openUpdates({ afterRestart: 'It opens the usual data folder.' })
    const sentence = 'Parcel Desk 0.2.0 is ready to install. It opens the usual data folder.'
    expect(await updates.download()).toMatchObject({ state: 'ready', sentence })
    expect(news).toEqual(['Parcel Desk 0.2.0 is available.', 'Parcel Desk 0.2.0 is ready to install.'])
  })

  it('are not installed where the file was changed after it was checked', async () => {
    const { updates, dataDir, installs } = await openUpdates()
    await updates.download()
    await writeFile(join(dataDir, 'updates', 'parcel-desk-0.2.0.AppImage'), 'something else')
    await expect(updates.install()).rejects.toThrow('was changed since it was fetched')
    expect(installs).toEqual([])
    expect(updates.view()).toMatchObject({ state: 'failed' })
    expect(await updates.download()).toMatchObject({ state: 'ready' })
  })
})

describe.skipIf(process.arch !== 'x64')('a feed of updates that', () => {
  const ELSEWHERE = 'https://elsewhere.example/parcel-desk-0.2.0-linux-x64.AppImage'
  const other = (content: string) => (feed: UpdateFeed) => feed.put(FEED, content)
  const file = { url: FILE, content: CONTENT }
  const CASES: [what: string, spoil: (feed: UpdateFeed) => void, words: string][] = [
    ['offers an older version', other(latestYml('0.0.9', file)), 'offers 0.0.9, which is older than 0.1.0'],
    ['offers a preview', other(latestYml('0.2.0-beta.1', file)), 'cannot be compared with 0.1.0'],
    ['is broken YAML', other('version: "0.2.0\nfiles: [}'), 'is not a list of versions'],
    ['is a page of a proxy', other('<html><title>Sign in</title></html>'), 'is not a list of versions'],
    ['has no hash', other(latestYml('0.2.0', file, { sha512: 'none' })), 'is not a list of versions'],
    ['has 10 MB', other('x'.repeat(10_000_000)), 'it is larger than 65536 bytes'],
    ['multiplies itself', other(bomb()), 'is not a list of versions'],
    ['names a file of another host', other(latestYml('0.2.0', { ...file, url: ELSEWHERE })), '(elsewhere.example)'],
    ['is for another system', other(latestYml('0.2.0', { ...file, url: 'a.exe' })), 'not for this system'],
    ['has another hash', other(latestYml('0.2.0', file, { sha512: `${'A'.repeat(86)}==` })), 'its SHA-512 is another'],
    ['has another size', other(latestYml('0.2.0', file, { size: 7 })), 'it has more than 7'],
    [
      'lacks the file',
      (feed) => feed.put(`/parcel-desk/${FILE}`, (answer) => answer.writeHead(404).end()),
      'answered 404',
    ],
    [
      'redirects',
      (feed) => feed.put(FEED, redirect),
      'points to another place (elsewhere.example), which is not followed',
    ],
    [
      'redirects the file',
      (feed) => feed.put(`/parcel-desk/${FILE}`, redirect),
      'points to another place (elsewhere.example)',
    ],
  ]
  it.each(CASES)('%s is told, nothing is kept, and a right one works after it', async (_what, spoil, words) => {
    const { updates, feed, dataDir, installs } = await openUpdates()
    spoil(feed)
    expect(await updates.download()).toMatchObject({ state: 'failed', sentence: expect.stringContaining(words) })
    await expect(updates.install()).rejects.toThrow('No newer version')
    expect(await readdir(join(dataDir, 'updates')).catch(() => [])).toEqual([])
    feed.put(FEED, latestYml('0.2.0', file))
    feed.put(`/parcel-desk/${FILE}`, CONTENT)
    expect(await updates.download()).toMatchObject({ state: 'ready' })
    expect(installs).toEqual([])
  })

  it('cannot be reached is told in the words of every other connection', async () => {
    const { updates } = await openUpdates({ address: 'http://127.0.0.1:9/parcel-desk' })
    expect(await updates.check()).toMatchObject({
      state: 'failed',
      sentence: expect.stringContaining('cannot be reached'),
    })
  })

  it('gives a file of another publisher gets nothing installed', async () => {
    const refusal = 'The update is signed by another publisher (CN=Mallory), not by CN=Firm.'
    const { updates, setting } = await openUpdates({ refusal })
    expect(await updates.download()).toMatchObject({ state: 'failed', sentence: expect.stringContaining(refusal) })
    await expect(updates.install()).rejects.toThrow('No newer version')
    setting.refusal = undefined
    expect(await updates.download()).toMatchObject({ state: 'ready' })
  })
})

describe.skipIf(process.platform !== 'linux')('an AppImage', () => {
  it('takes the place of the old one in one step, and starts with the old one’s words, not with its mount', async () => {
    const folder = await tempFolder()
    const [old, next, out] = [join(folder, 'Parcel Desk.AppImage'), join(folder, 'next'), join(folder, 'out')]
    await writeFile(old, 'the old program')
    await writeFile(next, CONTENT)
    await chmod(next, 0o600)
    const env = { PATH: process.env['PATH'], APPIMAGE: old, APPDIR: '/tmp/.mount', UPDATE_TEST_OUT: out }
    await installUpdate({ form: 'app-image', file: old }, next, { env, words: ['--data-dir', '/data of ops'] })
    await expect.poll(() => readFile(out, 'utf8').catch(() => '')).toContain('UPDATE_TEST_OUT')
    expect(await readFile(out, 'utf8')).toMatch(/^--data-dir \/data of ops$/m)
    expect(await readFile(out, 'utf8')).not.toMatch(/APPIMAGE|APPDIR/)
    expect(await readFile(old)).toEqual(CONTENT)
    expect((await readdir(folder)).toSorted()).toEqual(['Parcel Desk.AppImage', 'out'])
  })

  it('that cannot be replaced leaves the old one as it was', async () => {
    const folder = await tempFolder()
    const old = join(folder, 'old.AppImage')
    await writeFile(old, 'the old program')
    const nothing = { env: {}, words: [] }
    await expect(installUpdate({ form: 'app-image', file: old }, join(folder, 'gone'), nothing)).rejects.toThrow(
      'ENOENT',
    )
    expect(await readFile(old, 'utf8')).toBe('the old program')
    expect(await readdir(folder)).toEqual(['old.AppImage'])
  })
})

function redirect(answer: ServerResponse): void {
  answer.writeHead(302, { location: 'https://elsewhere.example/latest.yml' }).end()
}

/** Aliases of aliases, a thousand million values. */
function bomb(): string {
  const rows = Array.from({ length: 9 }, (_, at) => `a${at + 1}: &a${at + 1} [${Array(10).fill(`*a${at}`).join(', ')}]`)
  return ['a0: &a0 [x]', ...rows, 'version: 0.2.0', 'files: *a9'].join('\n')
}
