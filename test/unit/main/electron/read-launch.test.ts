import { describe, expect, it } from 'vitest'
import { readLaunch, wordsToStartAgain } from '../../../../src/main/electron/read-launch.ts'

const onSystem = (platform: NodeJS.Platform, ...words: string[]) =>
  readLaunch({ argv: ['/opt/Parcel Desk/parcel-desk', ...words], isPackaged: true, env: {}, platform })
const packaged = (...words: string[]) => onSystem('linux', ...words)
const platform = 'linux'

describe('a start of the program', () => {
  it('is the desk, on the user’s data folder', () => {
    expect(packaged()).toEqual({ kind: 'desk', dataDir: undefined, demo: null, isHidden: false })
  })

  it.each([['--data-dir=/data'], ['--data-dir', '/data']])('is the desk on the folder that %s names', (...words) => {
    expect(packaged(...words)).toEqual({ kind: 'desk', dataDir: '/data', demo: null, isHidden: false })
  })

  it('stays hidden when the system starts it at login', () => {
    expect(packaged('--hidden')).toMatchObject({ kind: 'desk', isHidden: true })
  })

  it('that follows this one has its words, and a window', () => {
    expect(wordsToStartAgain(['desk', '--hidden', '--data-dir', '/data'])).toEqual(['--data-dir', '/data'])
  })

  it('takes the folder from the environment, as the command line does, unless the flag names one', () => {
    const env = { PARCEL_DESK_DATA_DIR: '/from-environment' }
    expect(readLaunch({ argv: ['desk'], isPackaged: true, env, platform })).toMatchObject({
      dataDir: '/from-environment',
    })
    expect(readLaunch({ argv: ['desk', '--data-dir=/data'], isPackaged: true, env, platform })).toMatchObject({
      dataDir: '/data',
    })
  })

  it('is refused a data folder that only a slip of the shell can mean, from the flag and from the environment', () => {
    const env = { PARCEL_DESK_DATA_DIR: '~root/data' }
    const start = { argv: ['desk'], isPackaged: true, platform } as const
    expect(readLaunch({ ...start, env })).toMatchObject({ kind: 'misplaced', dataDir: '~root/data' })
    expect(packaged('--data-dir=~/x')).toMatchObject({ kind: 'misplaced', dataDir: '~/x' })
    expect(onSystem('win32', String.raw`--data-dir=C:\My Ships" --hidden`)).toMatchObject({ kind: 'misplaced' })
    expect(packaged('--data-dir=./~/x')).toMatchObject({ kind: 'desk', dataDir: './~/x' })
    expect(onSystem('win32', String.raw`--data-dir=C:\My Ships`)).toMatchObject({ kind: 'desk' })
  })

  it.each(['save', 'search', 'verify', 'completion', 'help', '--help', '--version'])(
    'is the command line with “%s”',
    (word) => {
      expect(packaged(word, '--to', 'x')).toEqual({ kind: 'command-line', words: [word, '--to', 'x'] })
    },
  )

  it.each(['-psn_0_12345', 'parcel-desk://set', 'constructor', '--ozone-platform=wayland', '--updated'])(
    'stays the desk with “%s”, which a desktop environment or an updater added',
    (word) => {
      expect(packaged(word)).toEqual({ kind: 'desk', dataDir: undefined, demo: null, isHidden: false })
    },
  )

  it.each([
    '--gtk-version=3',
    '--force-renderer-accessibility',
    '--force-renderer-accessibility=complete',
    '--password-store=gnome-libsecret',
    '--enable-wayland-ime',
  ])('is the desk with “%s”, which some computers need', (word) => {
    expect(packaged(word)).toMatchObject({ kind: 'desk' })
  })

  it('is the command line behind the switch that an AppImage puts first where the system allows no sandbox', () => {
    expect(packaged('--no-sandbox', 'save', '--to', 'x')).toEqual({
      kind: 'command-line',
      words: ['save', '--to', 'x'],
    })
    expect(packaged('--no-sandbox', '--version')).toEqual({ kind: 'command-line', words: ['--version'] })
    expect(packaged('--no-sandbox', '--notices')).toEqual({ kind: 'command-line', words: ['notices'] })
  })

  it.each([
    ['linux', ['--no-sandbox']],
    ['linux', ['--no-sandbox', '--hidden']],
    ['linux', ['--no-sandbox', '--self-check']],
    ['linux', ['--no-sandbox', '--no-sandbox', 'save']],
    ['linux', ['--hidden', '--no-sandbox', 'save']],
    ['win32', ['--no-sandbox', 'save']],
    ['darwin', ['--no-sandbox', 'save']],
  ] as const)('is refused on %s with %j, because no page is opened without a sandbox', (system, words) => {
    expect(onSystem(system, ...words)).toEqual({ kind: 'refused', word: '--no-sandbox' })
  })

  it.each([
    '--remote-debugging-port=9222',
    '--remote-debugging-pipe',
    '--no-sandbox',
    '--proxy-server=evil:8080',
    '--proxy-pac-url=http://evil/p.pac',
    '--host-resolver-rules=MAP * evil',
    '--ignore-certificate-errors',
    '--ignore-certificate-errors-spki-list=x',
    '--disable-web-security',
    '--load-extension=/tmp/x',
    '--js-flags=--expose-gc',
    '--inspect',
    '--inspect-brk=0',
    '--user-data-dir=/tmp/x',
    '--enable-features=save',
    '-remote-debugging-port=9222',
    '--=x',
    '--a-switch-of-next-year',
  ])('is refused with “%s”', (word) => {
    expect(packaged(word)).toEqual({ kind: 'refused', word })
    expect(packaged('--hidden', '--data-dir', '/data', word)).toEqual({ kind: 'refused', word })
  })

  it('is refused on Windows with what Chromium takes as a switch there', () => {
    for (const word of ['/remote-debugging-port=9222', '--REMOTE-DEBUGGING-PORT=9222', '/No-Sandbox']) {
      expect(onSystem('win32', word)).toEqual({ kind: 'refused', word })
    }
    expect(onSystem('win32', '--Hidden', '-Embedding')).toMatchObject({ kind: 'desk' })
    expect(packaged('/home/ops/a.pdf')).toMatchObject({ kind: 'desk' })
  })

  it.each(['\u0020', '\t', '\r\n', '\u00a0', '\u0085', '\u2003', '\u3000'])(
    'is refused with a switch behind the blank %j, which Chromium takes away before it looks',
    (blank) => {
      for (const word of [`${blank}--remote-debugging-port=9222`, `${blank}-no-sandbox`]) {
        expect(packaged('--hidden', word)).toEqual({ kind: 'refused', word: word.slice(blank.length) })
      }
      expect(onSystem('win32', `${blank}/no-sandbox`)).toEqual({ kind: 'refused', word: '/no-sandbox' })
      expect(packaged('--data-dir', `${blank}--no-sandbox`)).toMatchObject({ kind: 'refused' })
      expect(packaged(`${blank}--updated${blank}`)).toMatchObject({ kind: 'desk' })
    },
  )

  it('takes Chromium’s switches in a checkout, where developers use them', () => {
    const argv = ['electron', '.', '--remote-debugging-port=9222']
    expect(readLaunch({ argv, isPackaged: false, env: {}, platform })).toMatchObject({ kind: 'desk' })
  })

  it('skips the folder that an unpackaged start is given', () => {
    const argv = ['electron', '.', 'save', '--dry-run']
    expect(readLaunch({ argv, isPackaged: false, env: {}, platform })).toEqual({
      kind: 'command-line',
      words: ['save', '--dry-run'],
    })
  })

  it.each([
    ['http://127.0.0.1:4300', true],
    ['http://localhost:4300/', true],
    ['https://exchange.example', false],
    ['http://127.0.0.1.evil.example:80', false],
    ['http://127.0.0.1:4300@evil.example', false],
  ])('offers the demo service at %s only if it runs on this computer: %s', (baseUrl, isOffered) => {
    const demo = { baseUrl, username: 'ops@aurora.example', password: 'parcel-demo' }
    const env = { PARCEL_DESK_DEMO: JSON.stringify(demo) }
    expect(readLaunch({ argv: ['desk'], isPackaged: true, env, platform })).toMatchObject({
      demo: isOffered ? demo : null,
    })
  })

  it.each([
    ['127.0.0.1:5672', true],
    ['mq.evil.example:5672', false],
  ])('offers the demo’s queue at %s only if it runs on this computer: %s', (host, isOffered) => {
    const queue = { usesTls: false, virtualHost: '/', queue: 'parcels', username: 'guest', password: 'guest' }
    const broker = { hosts: [host], ...queue }
    const service = { baseUrl: 'http://127.0.0.1:4300', username: 'ops@aurora.example', password: 'parcel-demo' }
    const demo = { ...service, broker }
    const env = { PARCEL_DESK_DEMO: JSON.stringify(demo) }
    expect(readLaunch({ argv: ['desk'], isPackaged: true, env, platform })).toMatchObject({
      demo: isOffered ? demo : null,
    })
  })

  it('lists with --notices what others contributed, as the command of that name does, even beside other words', () => {
    const notices = { kind: 'command-line', words: ['notices'] }
    expect(packaged('--notices')).toEqual(notices)
    expect(packaged('--data-dir', '/data', '--notices')).toEqual(notices)
    expect(packaged('notices', '--json')).toEqual({ kind: 'command-line', words: ['notices', '--json'] })
    expect(packaged('--notices', '--no-sandbox')).toEqual({ kind: 'refused', word: '--no-sandbox' })
  })

  it('is the self-check if requested', () => {
    expect(packaged('--self-check')).toEqual({ kind: 'self-check' })
  })
})
