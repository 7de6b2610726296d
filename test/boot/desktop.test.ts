import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../src/shared/contract/contract.ts'
import { projectFile } from '../support/project-files.ts'
import { bootDesk, type BootedDesk, bootPage } from './boot-desk.ts'

/** Of the tests that only ask it; those that change anything boot another. */
let shared: BootedDesk
beforeAll(async () => {
  const ending = new AsyncDisposableStack()
  shared = await bootPage({ onEnd: (end) => ending.defer(end) })
  return () => ending.disposeAsync()
})

describe('the built desktop, booted against a stand-in of Electron', () => {
  it('does before ready what would be too late afterwards', async () => {
    const names = (await shared.records()).map(({ what }) => what)
    const before = names.slice(0, names.indexOf('whenReady'))
    expect(before).toEqual(['enableSandbox', 'registerSchemesAsPrivileged', 'setPath', 'requestSingleInstanceLock'])
    expect(await shared.given('setPath')).toEqual([['userData', expect.stringContaining(shared.dataDir)]])
  })

  it('opens one window: sandboxed, isolated, without Node', async () => {
    expect(await shared.given('BrowserWindow')).toEqual([
      [
        expect.objectContaining({
          minWidth: 1024,
          minHeight: 600,
          show: false,
          webPreferences: {
            preload: expect.stringMatching(/preload\.cjs$/),
            sandbox: true,
            contextIsolation: true,
            nodeIntegration: false,
            webSecurity: true,
            webviewTag: false,
            spellcheck: false,
          },
        }),
      ],
    ])
    expect(await shared.given('loadURL')).toEqual([['app://desk/index.html', 200]])
    expect(await shared.given('show')).toHaveLength(1)
  })

  it('registers its scheme and the one call channel', async () => {
    expect(await shared.given('registerSchemesAsPrivileged')).toEqual([
      [
        [
          {
            scheme: 'app',
            privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
          },
        ],
      ],
    ])
    expect(await shared.given('protocol.handle')).toEqual([['app']])
    expect(await shared.given('ipcMain.handle')).toEqual([['desk:call']])
  })

  it('answers its own origin with a content security policy, and no other host of the scheme', async () => {
    const own = await shared.ask('fetch', 'app://desk/index.html')
    const policy = expect.stringContaining("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'")
    expect(own).toMatchObject({ status: 200, headers: { 'content-security-policy': policy } })
    for (const address of [
      'app://elsewhere/index.html',
      'app://desk/../../package.json',
      'app://desk/%2e%2e/main/main.js',
    ]) {
      expect(await shared.ask('fetch', address)).toMatchObject({
        status: 404,
        headers: { 'content-security-policy': policy },
      })
    }
  })

  it('opens the second window once, confined as the first, and notices when it is closed', async () => {
    const desk = await bootPage()
    expect(await desk.call('reader.open', {})).toEqual({ address: null })
    const [first, second] = await desk.given('BrowserWindow')
    expect(second).toEqual([{ ...Object(first?.[0]), width: 1000, height: 1000, minWidth: 480, minHeight: 400 }])
    expect((await desk.given('loadURL')).at(-1)).toEqual(['app://desk/?window=reader', 200])
    // Its page is trusted as the first one is.
    const entered = await desk.ask('callFrom', 1, 'reader.enter', {})
    expect(entered).toMatchObject({ isOk: true, value: { readerId: expect.any(String) } })
    expect(await desk.call('desk.snapshot', {})).toMatchObject({ reader: { readerId: expect.any(String) } })

    await desk.call('reader.open', {})
    expect(await desk.given('BrowserWindow')).toHaveLength(2)
    expect((await desk.records()).at(-1)?.what).toBe('focus')

    await desk.ask('closeSecond')
    expect(await desk.call('desk.snapshot', {})).toMatchObject({ reader: { readerId: null } })
    await desk.call('reader.open', {})
    expect(await desk.given('BrowserWindow')).toHaveLength(3)
    expect((await desk.given('BrowserWindow'))[2]).toEqual([
      { ...Object(second?.[0]), x: 10, y: 40, width: 1200, height: 800 },
    ])
  })

  it('closes the second window with the first, which goes into the tray', async () => {
    const desk = await bootPage()
    await desk.call('settings.change', { closesToTray: true })
    await desk.call('reader.open', {})
    await desk.ask('closeFirst')
    expect(await desk.given('hide')).toHaveLength(1)
    expect(await desk.given('destroy')).toHaveLength(1)
    expect(await desk.call('desk.snapshot', {})).toMatchObject({ reader: { readerId: null } })
  })

  it('brings the window to the front when it is started again', async () => {
    const desk = await bootPage()
    await desk.ask('startAgain')
    const names = (await desk.records()).map(({ what }) => what)
    expect(names.slice(-3)).toEqual(['restore', 'show', 'focus'])
  })

  it('exits at once if another desk holds the data folder', async () => {
    const desk = await bootDesk({ env: { STAND_IN_IS_SECOND: '1' } })
    expect(await desk.ended).toBe(0)
  })
})

describe('the built preload', () => {
  it('exposes exactly the two functions of the bridge', async () => {
    expect(await shared.given('exposeInMainWorld')).toEqual([
      ['parcelDesk', { call: 'a function', listen: 'a function' }],
    ])
  })

  it('passes every method of the contract, and nothing else', async () => {
    for (const name of Object.keys(contract.methods)) {
      // The input is invalid, so nothing is done; the router answers.
      expect(await shared.ask('call', name, 'no input')).toMatchObject({ isOk: false, failure: { tag: 'bad-usage' } })
    }
    for (const name of ['desk.unknown', 'constructor', '__proto__', '', 'toString']) {
      await expect(shared.ask('call', name, {})).rejects.toThrow('no such method')
    }
  })

  it('is smaller than 2 kB, because it is read before every page', () => {
    expect(Buffer.byteLength(projectFile('out/preload/preload.cjs'))).toBeLessThan(2_000)
  })
})

describe('the page', () => {
  it('calls methods and receives events with rising numbers', async () => {
    const desk = await bootPage()
    await desk.ask('listen')
    expect(await desk.call('desk.snapshot', {})).toMatchObject({ host: 'desktop', session: null })
    await desk.call('settings.change', { appearance: 'dark' })
    await desk.ask('pressMenu', 'Worklist')
    await expect
      .poll(() => desk.ask('heard'))
      .toEqual([
        expect.objectContaining({ name: 'settings.changed' }),
        { number: expect.any(Number), name: 'desk.commanded', payload: { command: 'go-worklist' } },
      ])
  })

  it.each(['detached', 'inner', 'elsewhere'])(
    'is distinguished from a forged sender: a frame that is %s',
    async (kind) => {
      expect(await shared.ask('forge', kind, 'desk.snapshot', {})).toEqual({
        isOk: false,
        failure: {
          tag: 'bad-usage',
          message: 'The call did not come from the window of Parcel Desk.',
          next: 'Close Parcel Desk and start it again.',
        },
      })
    },
  )

  it('cannot navigate, be navigated, or embed anything', async () => {
    for (const way of ['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview']) {
      expect(await shared.ask('leavePage', way)).toEqual([false])
    }
  })

  it('may load itself again, which is what “Reload the window” does, and nothing else of our own', async () => {
    const desk = await bootPage()
    expect(await desk.ask('navigate', 'app://desk/index.html')).toEqual([true])
    expect(await desk.ask('navigate', 'app://desk/index.html', false)).toEqual([false])
    for (const url of ['app://desk/?window=reader', 'app://elsewhere/index.html', 'https://exchange.example/']) {
      expect(await desk.ask('navigate', url)).toEqual([false])
    }
    // Should it ever be led elsewhere, it may not even do that.
    await desk.ask('standAt', 'https://exchange.example/')
    expect(await desk.ask('navigate', 'https://exchange.example/')).toEqual([false])
  })

  it('opens no window, and only listed links in the system browser', async () => {
    for (const url of ['https://exchange.example/', 'file:///etc/passwd', 'https://nodejs.org/en']) {
      expect(await shared.ask('openWindow', url)).toEqual([{ action: 'deny' }])
    }
    expect(await shared.given('openExternal')).toEqual([['https://nodejs.org/en']])
  })

  it('reaches no server, whatever it holds', async () => {
    const addresses = [
      'https://exchange.example/',
      'http://127.0.0.1/',
      'wss://exchange.example/',
      'file:///etc/passwd',
      'ftp://a/',
    ]
    for (const url of addresses) expect(await shared.ask('isCancelled', url)).toEqual({ cancel: true })
    for (const url of ['app://desk/assets/a.js', 'blob:app://desk/1', 'data:image/png;base64,AA==']) {
      expect(await shared.ask('isCancelled', url)).toEqual({ cancel: false })
    }
  })

  it('has no WebRTC over UDP, which neither the content security policy nor `webRequest` would stop', async () => {
    expect(await shared.given('setWebRTCIPHandlingPolicy')).toEqual([['disable_non_proxied_udp']])
  })

  it('may copy text and is denied everything else that Chromium asks for', async () => {
    const page = 'app://desk/index.html'
    expect(await shared.ask('permission', 'clipboard-sanitized-write', page, true)).toEqual([true, true])
    expect(await shared.ask('permission', 'clipboard-sanitized-write', 'https://exchange.example/', true)).toEqual([
      false,
      false,
    ])
    for (const permission of [
      'clipboard-read',
      'notifications',
      'geolocation',
      'media',
      'fileSystem',
      'openExternal',
    ]) {
      expect(await shared.ask('permission', permission, page, true)).toEqual([false, false])
    }
    expect(await shared.given('devicePermission')).toEqual([[false]])
    expect(await shared.given('setSpellCheckerEnabled')).toEqual([[false]])
  })
})
