import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runElectron } from '../../electron-host/run-electron.ts'
import { buildDesktop } from '../../electron-host/desktop-build.ts'
import { IS_POSIX } from '../../support/system-abilities.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { PROJECT_ROOT } from '../../support/project-files.ts'

const SUID =
  '[1:1/FATAL:sandbox/linux/suid/client/setuid_sandbox_host.cc:166] The SUID sandbox helper binary was found, but is not ' +
  'configured correctly. Rather than run without sandboxing I’m aborting now.'
const NAMESPACES =
  '[1:1/FATAL:content/browser/zygote_host/zygote_host_impl_linux.cc:132] No usable sandbox! If you are running on Ubuntu 23.10+'
const ROOT = '[1:1/ERROR:zygote_host_impl_linux.cc:101] Running as root without --no-sandbox is not supported.'
const LIBRARY = 'electron: error while loading shared libraries: libnss3.so: cannot open shared object file'
const DISPLAY = '[1:1/ERROR:ui/ozone/platform/x11/ozone_platform_x11.cc:256] Missing X server or $DISPLAY'
const LOST = 'X connection error received.'

/** A program that says this and ends so, in the place of Electron’s. */
async function standIn(script: string, name = 'electron'): Promise<string> {
  const program = join(await tempFolder(), name)
  await writeFile(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return program
}

const saying = (words: string, end: string): string => `echo '${words}' >&2\n${end}`

describe.runIf(IS_POSIX)('a program with a window', () => {
  it.each<[what: string, script: string, end: [exitCode: number, why: RegExp]]>([
    [
      'finds no set-up helper for its sandbox',
      saying(SUID, 'exit 133'),
      [133, /sudo chown root:root '.*\/chrome-sandbox'/],
    ],
    ['may make no namespace', saying(NAMESPACES, 'kill -TRAP $$'), [133, /Linux lets it make no sandbox/]],
    ['is started by root', saying(ROOT, 'exit 1'), [1, /Run the command as another user/]],
    ['lacks a library', saying(LIBRARY, 'exit 127'), [127, /this system lacks libnss3\.so\. On Debian/]],
    ['finds no display', saying(DISPLAY, 'exit 1'), [1, /there is no display that it can open/]],
    ['loses its display', saying(LOST, 'exit 1'), [1, /its display went away/]],
    ['loses its display, and calls that an end like any other', saying(LOST, 'exit 0'), [1, /its display went away/]],
    ['has no graphics', saying('GPU process isn’t usable. Goodbye.', 'exit 5'), [5, /“npm start -- --disable-gpu”/]],
    ['crashes', 'kill -SEGV $$', [139, /^electron was ended by SIGSEGV, and said nothing$/]],
    [
      'ends for another reason',
      saying('Something else is wrong.', 'exit 5'),
      [5, /Its last words: Something else is wrong/],
    ],
    ['ends at once without a word', 'exit 0', [0, /^electron ended at once and opened nothing\.$/]],
  ])('that %s says why, with its exit code', async (_what, script, [exitCode, why]) => {
    const startup = { hasBegun: () => false, onLate: () => undefined }
    expect(await runElectron(await standIn(script), [], { startup })).toEqual({
      exitCode,
      why: expect.stringMatching(why),
    })
  })

  it('that cannot be started says why', async () => {
    const program = await standIn('exit 0')
    await chmod(program, 0o644)
    expect(await runElectron(program, [])).toEqual({ exitCode: 126, why: expect.stringContaining('may not be run') })
    // Of another processor, made by others.
    const other = process.arch === 'arm64' ? 'linux-x64' : 'linux-arm64'
    await copyFile(join(PROJECT_ROOT, 'node_modules/keytar/prebuilds', other, 'keytar.node'), program)
    await chmod(program, 0o755)
    expect(await runElectron(program, [])).toMatchObject({
      why: expect.stringContaining('another system or processor'),
    })
  })

  it('that leaves another one running is over all the same, and that one may go on to speak', async () => {
    const folder = await tempFolder()
    const spoken = join(folder, 'spoken')
    const viewer = `(sleep 1; echo 'a warning of a viewer' >&2; echo "$?" > '${spoken}') &`
    expect(await runElectron(await standIn(viewer), [])).toEqual({ exitCode: 0, why: undefined })
    await expect.poll(() => readFile(spoken, 'utf8').catch(() => '')).toBe('0\n')
  })

  it('that was closed by its user says nothing', async () => {
    const startup = { hasBegun: () => true, onLate: () => undefined }
    expect(await runElectron(await standIn('exit 0'), [], { startup })).toEqual({ exitCode: 0, why: undefined })
  })

  it('that hangs before it is ready is told of, and ended in the end', async () => {
    let isLate = false
    const startup = { hasBegun: () => false, onLate: () => void (isLate = true), lateMs: 1, hungMs: 50 }
    expect(await runElectron(await standIn('exec sleep 600'), [], { startup })).toEqual({
      exitCode: 137,
      why: 'electron showed no sign of its window, so it was ended.',
    })
    expect(isLate).toBe(true)
  })
})

/** Runs what an npm script runs, to its end. */
async function runScript(file: string, env: NodeJS.ProcessEnv): Promise<{ code: unknown; out: string; err: string }> {
  const child = spawn(process.execPath, [join(PROJECT_ROOT, file)], { env, cwd: await tempFolder() })
  onTestFinished(() => void child.kill('SIGKILL'))
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString('utf8')))
  child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString('utf8')))
  const [code]: unknown[] = await once(child, 'close')
  return { code, ...said }
}

describe.runIf(IS_POSIX)('the commands that open the desk', () => {
  it('npm start passes the program’s code on, with what it said and what that means', async () => {
    await buildDesktop()
    const program = await standIn(saying(SUID, 'exit 133'))
    const { code, err } = await runScript('test/electron-host/start.ts', {
      ...process.env,
      ELECTRON_OVERRIDE_DIST_PATH: join(program, '..'),
    })
    expect(code).toBe(133)
    expect(err).toContain(SUID)
    expect(err).toContain('Linux lets it make no sandbox')
  })

  it('npm start without the program says why, and what opens the desk instead', async () => {
    const folder = await tempFolder()
    const { code, err } = await runScript('test/electron-host/start.ts', {
      ...process.env,
      ELECTRON_OVERRIDE_DIST_PATH: folder,
    })
    expect(code).toBe(1)
    expect(err).toBe(
      `Electron cannot be started: ELECTRON_OVERRIDE_DIST_PATH names ${folder}, where there is no electron. ` +
        '“npm run shell -- --demo” opens the same application in a browser.\n',
    )
  })

  it.each([
    [
      'opens the page',
      'for word do case $word in --app=*) exec "$NODE" -e \'await fetch(process.argv[1])\' "${word#--app=}";; esac; done',
      /The desk opens in chromium/,
    ],
    ['dies as well', saying(DISPLAY, 'exit 1'), /chromium ended with code 1: there is no display/],
  ])(
    'the demo goes on after Electron died, in a browser that %s',
    { tags: 'soak' },
    async (what, browser, sentence) => {
      await buildDesktop()
      const program = await standIn(saying(SUID, 'exit 133'))
      const chromium = await standIn(browser, 'chromium')
      // Nothing else is found by its name, a broker neither.
      const { code, out } = await runScript('test/demo/main.ts', {
        PATH: join(chromium, '..'),
        NODE: process.execPath,
        DISPLAY: ':nowhere',
        ELECTRON_OVERRIDE_DIST_PATH: join(program, '..'),
      })
      expect(code).toBe(0)
      expect(out).toContain('electron ended with code 133: Linux lets it make no sandbox.')
      expect(out).toMatch(sentence)
      // The last way, where neither shows a window.
      expect(out.includes('$ parcel-desk verify')).toBe(what === 'dies as well')
    },
  )
})
