import { describe, expect, it } from 'vitest'
import { bootDesk, bootPage } from './boot-desk.ts'
import { bootSaving } from './boot-saving.ts'

const WAYLAND = { STAND_IN_SYSTEM: 'linux-wayland' }
const MAC = { STAND_IN_SYSTEM: 'darwin' }
const WINDOWS = { STAND_IN_SYSTEM: 'win32' }
/** A window that is shown by a timer takes seconds. */
const PATIENT = { timeout: 30_000 }

describe('a window under Wayland, where no first paint is told before it is shown', () => {
  it('comes all the same, and so does the second one, each once', async () => {
    const desk = await bootPage({ env: WAYLAND })
    await expect.poll(() => desk.given('show')).toHaveLength(1)
    await desk.call('reader.open', {})
    expect(await desk.given('show')).toHaveLength(2)
  })

  it('stays hidden where it is to start in the tray', async () => {
    const desk = await bootPage({ env: WAYLAND, words: ['--hidden'] })
    await desk.call('reader.open', {})
    // The second one, which somebody has opened.
    expect(await desk.given('show')).toHaveLength(1)
  })
})

describe('a window whose page', () => {
  it('does not come is shown after a while, because a user who sees nothing starts it again and again', async () => {
    const desk = await bootPage({ env: { STAND_IN_LOADING: 'hangs' } })
    await expect.poll(() => desk.given('show'), PATIENT).toHaveLength(1)
  })

  it('cannot be loaded ends the start with an error', async () => {
    const desk = await bootDesk({ env: { STAND_IN_LOADING: 'fails' } })
    expect(await desk.ended).toBe(1)
  })

  it('is loaded again meanwhile is shown, for that is no failure', async () => {
    const desk = await bootPage({ env: { STAND_IN_LOADING: 'is aborted', ...WAYLAND } })
    await expect.poll(() => desk.given('show')).toHaveLength(1)
  })

  it('cannot be loaded a second time leaves no empty second window', async () => {
    const desk = await bootPage({ env: { STAND_IN_LOADING: 'fails for the second' } })
    expect(await desk.ask('call', 'reader.open', {})).toMatchObject({ isOk: false })
    expect(await desk.given('destroy')).toHaveLength(1)
  })
})

describe('on macOS', () => {
  it('the second window stays while the first is covered or minimised, and goes with it', async () => {
    const desk = await bootPage({ env: MAC })
    await desk.call('reader.open', {})
    await desk.ask('coverFirst')
    await desk.ask('minimizeFirst')
    expect(await desk.given('destroy')).toEqual([])
    await desk.ask('closeFirst')
    expect(await desk.given('hide')).toHaveLength(1)
    expect(await desk.given('destroy')).toHaveLength(1)
    expect(await desk.call('desk.snapshot', {})).toMatchObject({ reader: { readerId: null } })
  })

  it('letters that are typed in a field run no command, and those with Cmd do', async () => {
    const desk = await bootPage({ env: MAC })
    await desk.ask('listen')
    for (const key of ['J', 'K', 'Shift+?', 'F11', 'CmdOrCtrl+1']) await desk.ask('typeKey', key)
    await expect
      .poll(() => desk.ask('heard'))
      .toEqual([expect.objectContaining({ name: 'desk.commanded', payload: { command: 'go-inbox' } })])
  })

  it('a click on the icon in the menu bar opens its menu, and no window', async () => {
    const desk = await bootPage({ env: MAC, words: ['--hidden'] })
    await desk.ask('clickTray')
    expect(await desk.given('show')).toEqual([])
    await desk.ask('pressTray', 'Open Parcel Desk')
    expect(await desk.given('show')).toHaveLength(1)
  })

  it('a window that fills the screen leaves it before it is hidden, so that no black one stays', async () => {
    const desk = await bootPage({ env: MAC })
    await desk.ask('fillScreen')
    await desk.ask('closeFirst')
    await expect.poll(() => desk.given('hide')).toEqual([[]])
    expect(await desk.given('setFullScreen')).toEqual([[true], [false]])
  })

  it('it is hidden all the same where macOS never says that it has left the screen', async () => {
    const desk = await bootPage({ env: { ...MAC, STAND_IN_FULL_SCREEN: 'stuck' } })
    await desk.ask('fillScreen')
    await desk.ask('closeFirst')
    await expect.poll(() => desk.given('hide'), PATIENT).toEqual([['in full screen']])
  })

  it('it is not hidden any more where it was opened again meanwhile', async () => {
    const desk = await bootPage({ env: MAC })
    await desk.ask('fillScreen')
    await desk.ask('closeFirstAndOpen')
    await expect.poll(() => desk.given('setFullScreen')).toHaveLength(2)
    expect(await desk.given('hide')).toEqual([])
  })

  it('quitting leaves the screen that a window fills at once, and not when everything is closed', async () => {
    const { desk } = await bootSaving({ env: MAC })
    await desk.ask('fillScreen')
    await desk.ask('quit')
    await expect.poll(() => desk.given('hide')).toEqual([[]])
    expect(await desk.given('setFullScreen')).toEqual([[true], [false]])
  })
})

describe('on Windows', () => {
  it('a package starts by its own names and without a report of Node, which would end it', async () => {
    const desk = await bootPage({ env: { ...WINDOWS, STAND_IN_IS_PACKAGED: '1' } })
    expect(await desk.given('setAppUserModelId')).toEqual([['desk.parcel.app']])
    const [[id] = []] = await desk.given('setToastActivatorCLSID')
    expect(id).toMatch(/^\{[\dA-F-]{36}\}$/)
  })

  it('a checkout leaves the names to the package: it is another program', async () => {
    const desk = await bootPage({ env: WINDOWS })
    expect(await desk.given('setAppUserModelId')).toEqual([])
    expect(await desk.given('setToastActivatorCLSID')).toEqual([])
  })
})

describe('a system without a tray', () => {
  it('is told once, shows the window that was to stay in the tray, and ends with it', async () => {
    const desk = await bootPage({ env: { STAND_IN_TRAY: 'missing' }, words: ['--hidden'] })
    await expect.poll(() => desk.given('show')).toHaveLength(1)
    const { notices } = await desk.call('desk.snapshot', {})
    expect(notices).toEqual([
      { where: 'Tray', message: expect.stringContaining('closing the window ends Parcel Desk') },
    ])
    await desk.call('settings.change', { closesToTray: true })
    await desk.ask('closeFirst').catch(() => undefined)
    expect(await desk.ended).toBe(0)
  })

  it('goes on saving with the window minimised, so that there is a way back', async () => {
    const { desk } = await bootSaving({ env: { STAND_IN_TRAY: 'missing' } })
    await desk.ask('answerClosing', 0)
    await desk.ask('closeFirst')
    await expect.poll(() => desk.given('minimize')).toHaveLength(1)
    expect(await desk.given('hide')).toEqual([])
  })
})
