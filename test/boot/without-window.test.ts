import { describe, expect, it } from 'vitest'
import { z } from 'zod'
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
