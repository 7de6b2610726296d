import { readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { PROJECT_ROOT } from '../support/project-files.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { bootDesk } from './boot-desk.ts'

const verdict = z.object({
  isOk: z.boolean(),
  checks: z.record(z.string(), z.object({ isOk: z.boolean(), found: z.string() })),
})

describe('the self-check', () => {
  it('checks page, preload, keychain and SQLite of the built desktop and prints the result', async () => {
    const desk = await bootDesk({ words: ['--self-check'] })
    const exitCode = await desk.ended
    const said = verdict.parse(JSON.parse(desk.output()))
    expect(Object.keys(said.checks)).toEqual([
      'desk',
      'page',
      'preload',
      'withoutNode',
      'call',
      'policy',
      'keychain',
      'sqlite',
      'diskThread',
      'systemCertificates',
      'commandLine',
      'installedOnce',
    ])
    expect(Object.entries(said.checks).filter(([, { isOk }]) => !isOk)).toEqual([])
    expect([exitCode, said.isOk]).toEqual([0, true])
  })
})

describe('the self-check', () => {
  it('keeps Chromium’s files in a folder of its own, and removes it', async () => {
    const temp = await tempFolder()
    const desk = await bootDesk({ words: ['--self-check'], env: { TMPDIR: temp, TEMP: temp, TMP: temp } })
    const folder = expect.stringContaining(join(temp, 'parcel-desk-self-check-'))
    await expect.poll(() => desk.given('setPath')).toEqual([['userData', folder]])
    expect(await desk.ended).toBe(0)
    expect(await readdir(temp)).toEqual([])
  })
})

describe('an installed program that is given a switch of Chromium', () => {
  it('says so and ends before anything starts', async () => {
    const desk = await bootDesk({ words: ['--remote-debugging-port=9222'], env: { STAND_IN_IS_PACKAGED: '1' } })
    expect(await desk.ended).toBe(2)
    expect(desk.complaints()).toContain('does not start with “--remote-debugging-port”')
  })
})

describe('the command line of the package', () => {
  it('runs a command without a window, a lock or a page', async () => {
    const desk = await bootDesk({ words: ['profiles', '--json'] })
    expect(await desk.ended).toBe(0)
    expect(JSON.parse(desk.output())).toEqual([])
  })

  it('runs on the Node of the path in a checkout that npm gave none, as on a Mac', async () => {
    const checkout = await tempFolder()
    await symlink(join(PROJECT_ROOT, 'out'), join(checkout, 'out'))
    const desk = await bootDesk({ words: ['profiles', '--json'], env: { STAND_IN_APP_PATH: checkout } })
    expect(await desk.ended).toBe(0)
    expect(JSON.parse(desk.output())).toEqual([])
  })

  it('does not get what the user has set for other programs on Node', async () => {
    const env = { NODE_OPTIONS: '--import=data:text/javascript,process.stderr.write(`loaded`)', NODE_PATH: '/nothing' }
    const desk = await bootDesk({ words: ['profiles', '--json'], env })
    expect(await desk.ended).toBe(0)
    // By the process that stands in for Electron, which takes none of it.
    expect(desk.complaints()).toBe('loaded')
  })

  it('ends with the exit code of the command', async () => {
    const desk = await bootDesk({ words: ['verify', '/no/such/folder'] })
    expect(await desk.ended).toBeGreaterThan(1)
  })
})
