import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../support/temp-folder.ts'
import { bootPage } from './boot-desk.ts'

const MAXIMIZED = JSON.stringify({ bounds: { x: 10, y: 40, width: 1200, height: 800 }, isMaximized: true })

describe('a start into the tray', () => {
  it('shows no window, also one that was maximised, until somebody opens it, and then maximised', async () => {
    const dataDir = await tempFolder()
    await writeFile(join(dataDir, 'window.json'), MAXIMIZED)
    const desk = await bootPage({ dataDir, words: ['--hidden'] })
    expect([await desk.given('maximize'), await desk.given('show')]).toEqual([[], []])
    await desk.ask('startAgain')
    expect(await desk.given('maximize')).toHaveLength(1)
    await desk.ask('startAgain')
    expect(await desk.given('maximize')).toHaveLength(1)
  })

  it('leaves a window maximised that was, where it was never shown', async () => {
    const dataDir = await tempFolder()
    await writeFile(join(dataDir, 'window.json'), MAXIMIZED)
    const desk = await bootPage({ dataDir, words: ['--hidden'] })
    await desk.ask('quit')
    expect(await desk.ended).toBe(0)
    expect(JSON.parse(await readFile(join(dataDir, 'window.json'), 'utf8'))).toMatchObject({ isMaximized: true })
  })

  it('is every start at login on macOS, which passes no words', async () => {
    const env = { STAND_IN_IS_PACKAGED: '1', STAND_IN_SYSTEM: 'darwin' }
    const atLogin = await bootPage({ env: { ...env, STAND_IN_WAS_OPENED_AT_LOGIN: '1' } })
    expect(await atLogin.given('show')).toEqual([])
    const byUser = await bootPage({ env })
    await expect.poll(() => byUser.given('show')).toHaveLength(1)
  })
})

describe('starting at login', () => {
  it('is shown as off after it was switched off in the Task Manager of Windows, and not switched on again', async () => {
    const env = { STAND_IN_IS_PACKAGED: '1', STAND_IN_SYSTEM: 'win32' }
    const dataDir = await tempFolder()
    await writeFile(join(dataDir, 'settings.json'), JSON.stringify({ startsAtLogin: true }))
    const desk = await bootPage({ dataDir, env })
    expect(await desk.given('getLoginItemSettings')).toEqual([[{ args: ['--hidden'] }]])
    expect(await desk.call('desk.snapshot', {})).toMatchObject({ settings: { startsAtLogin: false } })
    expect(await desk.given('setLoginItemSettings')).toEqual([])
    await desk.call('settings.change', { startsAtLogin: true })
    await expect.poll(() => desk.given('setLoginItemSettings')).toEqual([[{ openAtLogin: true, args: ['--hidden'] }]])
  })

  it.each([
    ['is switched on', 1, {}],
    ['is switched off', 0, { STAND_IN_STARTS_AT_LOGIN: '1' }],
  ])('%s where the organisation has set it, whatever the system had before', async (_what, set, env) => {
    const policy = JSON.stringify({ LaunchAtLogin: set })
    const onWindows = { STAND_IN_IS_PACKAGED: '1', STAND_IN_SYSTEM: 'win32', STAND_IN_POLICY: policy }
    const desk = await bootPage({ env: { ...onWindows, ...env } })
    const startsAtLogin = set === 1
    expect(await desk.call('desk.snapshot', {})).toMatchObject({ settings: { startsAtLogin } })
    expect(await desk.given('setLoginItemSettings')).toEqual([[{ openAtLogin: startsAtLogin, args: ['--hidden'] }]])
  })

  it('is left as it is where the system has it as the organisation wants it', async () => {
    const policy = JSON.stringify({ LaunchAtLogin: 0 })
    const env = { STAND_IN_IS_PACKAGED: '1', STAND_IN_SYSTEM: 'win32', STAND_IN_POLICY: policy }
    const desk = await bootPage({ env })
    expect(await desk.given('setLoginItemSettings')).toEqual([])
  })

  it.skipIf(process.platform !== 'linux')('follows the autostart folder of a Linux desktop', async () => {
    const config = await tempFolder()
    const autostart = join(config, 'autostart')
    await mkdir(autostart)
    await writeFile(join(autostart, 'parcel-desk.desktop'), '')
    const desk = await bootPage({ env: { STAND_IN_IS_PACKAGED: '1', XDG_CONFIG_HOME: config } })
    expect(await desk.call('desk.snapshot', {})).toMatchObject({ settings: { startsAtLogin: true } })
    await desk.call('settings.change', { startsAtLogin: false })
    await expect.poll(() => readdir(autostart)).toEqual([])
  })
})
