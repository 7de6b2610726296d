import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readBundle } from '../support/read-bundle.ts'
import { filesBelow, tempFolder } from '../support/temp-folder.ts'
import { bootDesk, bootPage } from './boot-desk.ts'
import { bootSaving, signIn } from './boot-saving.ts'

/** The question of a window that is closed while documents are saved. */
const CLOSING = ['Keep saving', 'Quit', 'Cancel']

describe('quitting while documents are saved', () => {
  it('ends cleanly, and the next start resumes the job up to its last document', async () => {
    const { desk, service, gate, folder, jobId, planned } = await bootSaving()
    await desk.ask('quit')
    // From here on it is stopping; what is under way may still reach the disk.
    await expect.poll(() => desk.given('hide')).toHaveLength(1)
    gate.open()
    expect(await desk.ended).toBe(0)
    expect((await filesBelow(folder)).filter((file) => file.endsWith('.part'))).toEqual([])

    const next = await bootPage({ dataDir: desk.dataDir })
    const { jobs } = await next.call('desk.snapshot', {})
    expect(jobs).toMatchObject([{ jobId, state: 'stopped', planned, failed: 0 }])
    await signIn(next, service)
    await next.call('jobs.resume', { jobId })
    await expect
      .poll(() => next.call('desk.snapshot', {}))
      .toMatchObject({
        jobs: [{ jobId, state: 'done', planned, saved: planned, pending: 0 }],
      })
  })
})

describe('starting again while it still quits', () => {
  it('starts it once more when it has ended, with its window: the one that is there goes away with it', async () => {
    const { desk, gate } = await bootSaving({ words: ['--hidden', '--updated'] })
    await desk.ask('quit')
    await expect.poll(() => desk.given('hide')).toHaveLength(1)
    await desk.ask('startAgain')
    await desk.ask('pressTray', 'Open Parcel Desk')
    expect(await desk.given('show')).toEqual([])
    gate.open()
    expect(await desk.ended).toBe(0)
    const started = (await readFile(join(desk.dataDir, 'relaunched'), 'utf8')).trim()
    expect(JSON.parse(started)).toEqual({ execPath: process.execPath, args: ['.', '--updated'] })
  })

  it('starts the file of an AppImage, whose mount goes away with the one that runs', async () => {
    const image = join(await tempFolder(), 'Parcel Desk.AppImage')
    await writeFile(image, '#!/bin/sh\nprintf %s "$*" > "$0.words.part" && mv "$0.words.part" "$0.words"\n', {
      mode: 0o755,
    })
    const { desk, gate } = await bootSaving({
      words: ['--updated'],
      env: { APPIMAGE: image, APPDIR: dirname(process.execPath) },
    })
    await desk.ask('quit')
    await expect.poll(() => desk.given('hide')).toHaveLength(1)
    await desk.ask('startAgain')
    gate.open()
    expect(await desk.ended).toBe(0)
    await expect.poll(() => readFile(`${image}.words`, 'utf8').catch(() => '')).toBe('. --updated')
    expect(await readdir(desk.dataDir)).not.toContain('relaunched')
  })

  it('is not done where nobody asked for it', async () => {
    const desk = await bootPage()
    await desk.ask('quit')
    expect(await desk.ended).toBe(0)
    expect(await readdir(desk.dataDir)).not.toContain('relaunched')
  })
})

describe('logging off', () => {
  it('on Windows, which asks nobody, ends the desk like quitting, with a job that can be resumed', async () => {
    const { desk, gate, folder, jobId } = await bootSaving()
    await desk.ask('logOff')
    await expect.poll(() => desk.given('hide')).toHaveLength(1)
    expect(await desk.given('showMessageBox')).not.toContainEqual([CLOSING])
    gate.open()
    expect(await desk.ended).toBe(0)
    expect((await filesBelow(folder)).filter((file) => file.endsWith('.part'))).toEqual([])
    const next = await bootPage({ dataDir: desk.dataDir })
    expect((await next.call('desk.snapshot', {})).jobs).toMatchObject([{ jobId, state: 'stopped' }])
  })
})

describe('shutting down', () => {
  it('is delayed on Linux and macOS until what is under way has come to its end', async () => {
    const { desk, gate, folder } = await bootSaving()
    expect(await desk.ask('shutDown')).toBe(false)
    await expect.poll(() => desk.given('hide')).toHaveLength(1)
    gate.open()
    expect(await desk.ended).toBe(0)
    expect((await filesBelow(folder)).filter((file) => file.endsWith('.part'))).toEqual([])
  })
})

describe('closing the window', () => {
  it('quits if nothing is being saved, and remembers the window’s position', async () => {
    const desk = await bootPage()
    await desk.ask('closeWindow').catch(() => undefined)
    expect(await desk.ended).toBe(0)
    const again = await bootPage({ dataDir: desk.dataDir })
    expect(await again.given('BrowserWindow')).toEqual([
      [expect.objectContaining({ x: 10, y: 40, width: 1200, height: 800 })],
    ])
  })

  it('asks while documents are saved, and keeps saving without a window if the user says so', async () => {
    const { desk, jobId } = await bootSaving()
    await desk.ask('answerClosing', 0)
    expect(await desk.ask('closeWindow')).toEqual([false])
    await expect.poll(() => desk.given('hide')).toHaveLength(1)
    expect(await desk.given('showMessageBox')).toContainEqual([CLOSING])
    expect(await desk.given('tray')).toContainEqual(['Parcel Desk: saving 1 job'])
    expect(await desk.given('powerSaveBlocker.start')).toEqual([['prevent-app-suspension']])
    expect(await desk.call('desk.snapshot', {})).toMatchObject({ jobs: [{ jobId, state: 'running' }] })
  })

  it('stops cleanly while documents are saved, if the user says so', async () => {
    const { desk, gate, folder } = await bootSaving()
    await desk.ask('answerClosing', 1)
    await desk.ask('closeWindow')
    await expect.poll(() => desk.given('hide')).toHaveLength(1)
    gate.open()
    expect(await desk.ended).toBe(0)
    expect((await filesBelow(folder)).filter((file) => file.endsWith('.part'))).toEqual([])
  })
})

describe('a fault', () => {
  it('that nobody caught is shown with its reference in the log and ends the desk cleanly', async () => {
    const desk = await bootPage()
    await desk.ask('breakDown')
    expect(await desk.ended).toBe(0)
    expect(await readFile(join(desk.dataDir, 'logs', 'desktop.log'), 'utf8')).toContain('broken for the test')
    const next = await bootPage({ dataDir: desk.dataDir })
    expect(await next.call('desk.snapshot', {})).toMatchObject({ crash: { where: 'main process' } })
    await next.call('diagnostics.dismissCrash', {})
    expect(await next.call('desk.snapshot', {})).toMatchObject({ crash: null })
  })

  it('of the page leaves a record and the jobs at work, and the page that comes back says so', async () => {
    const { desk, gate, jobId, planned } = await bootSaving()
    await desk.ask('losePage')
    expect(await desk.given('reload')).toHaveLength(1)
    const { crash, jobs } = await desk.call('desk.snapshot', {})
    expect(crash).toMatchObject({ where: 'page' })
    expect(jobs).toMatchObject([{ jobId, state: 'running' }])
    gate.open()
    await expect
      .poll(() => desk.call('desk.snapshot', {}))
      .toMatchObject({ jobs: [{ jobId, state: 'done', saved: planned }] })
    const [record = ''] = await readdir(join(desk.dataDir, 'crashes'))
    const kept = await readFile(join(desk.dataDir, 'crashes', record), 'utf8')
    expect(JSON.parse(kept)).toMatchObject({ version: '0.0.0', error: { message: expect.stringContaining('crashed') } })
  })

  it('can be told to support with a bundle, whose databases a thread has checked', async () => {
    const desk = await bootPage()
    const file = join(await tempFolder(), 'support.zip')
    await desk.ask('choose', file)
    expect(await desk.call('diagnostics.saveSupportBundle', {})).toMatchObject({ file: { name: 'support.zip' } })
    const files = readBundle(await readFile(file))
    expect(JSON.parse(files.get('contents.json') ?? '')).toMatchObject({
      parts: expect.arrayContaining([{ name: 'databases', failure: null }]),
    })
    expect(files.get('versions.json')).toContain('electron')
  })

  it('in Chromium leaves a dump on this disk, which is never sent and of which five are kept', async () => {
    const dataDir = await tempFolder()
    const dumps = join(dataDir, 'browser', 'Crashpad', 'completed')
    await mkdir(dumps, { recursive: true })
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) await writeFile(join(dumps, `${name}.dmp`), name)
    const desk = await bootPage({ dataDir })
    expect(await readdir(dumps)).toHaveLength(5)
    expect(await desk.given('crashReporter.start')).toEqual([[{ uploadToServer: false }]])
    const names = (await desk.records()).map(({ what }) => what)
    expect(names.indexOf('crashReporter.start')).toBeLessThan(names.indexOf('BrowserWindow'))
  })

  it('of the second window leaves a record too, and the first as it is', async () => {
    const desk = await bootPage()
    await desk.call('reader.open', {})
    await desk.ask('loseSecond')
    expect(await desk.given('reload')).toEqual([])
    expect(await desk.call('desk.snapshot', {})).toMatchObject({
      crash: { where: 'second window' },
      reader: { readerId: null },
    })
    const [record = ''] = await readdir(join(desk.dataDir, 'crashes'))
    expect(await readFile(join(desk.dataDir, 'crashes', record), 'utf8')).toContain('oom')
  })

  it('of the page reloads it, because its work runs in the main process; a second one soon after ends the desk', async () => {
    const desk = await bootPage()
    await desk.ask('losePage')
    expect(await desk.given('reload')).toHaveLength(1)
    await desk.ask('losePage').catch(() => undefined)
    expect(await desk.ended).toBe(0)
  })
})

describe('updates', () => {
  it('are taken by an AppImage itself, from nowhere but an address of the organisation', async () => {
    const mount = dirname(process.execPath)
    const image = join(await tempFolder(), 'Parcel Desk.AppImage')
    await writeFile(image, 'the program')
    const env = { STAND_IN_IS_PACKAGED: '1', APPIMAGE: image, APPDIR: mount, PARCEL_DESK_PASSWORD: 'planted-secret' }
    const desk = await bootPage({ env })
    const { updates } = await desk.call('desk.snapshot', {})
    expect(updates).toMatchObject({ state: 'unavailable', sentence: expect.stringContaining('no address for updates') })
    expect(await desk.call('updates.check', {})).toEqual(updates)
    const answer = await desk.ask('call', 'updates.install', {})
    expect(answer).toMatchObject({ isOk: false, failure: { tag: 'bad-usage' } })
  })

  it('are left to others by a package of the system, also where another AppImage has started it', async () => {
    const env = { STAND_IN_IS_PACKAGED: '1', APPIMAGE: process.execPath, APPDIR: '/tmp/.mount_other' }
    const desk = await bootPage({ env })
    const { updates } = await desk.call('desk.snapshot', {})
    expect(updates.sentence).toContain('rolled out by whoever installed it')
  })
})

describe('an unusable data folder', () => {
  it('is reported in a dialog and ends the start with an error', async () => {
    const folder = join(await tempFolder(), 'file')
    await writeFile(folder, 'no folder')
    const desk = await bootDesk({ dataDir: folder })
    expect(await desk.ended).toBe(1)
  })
})
