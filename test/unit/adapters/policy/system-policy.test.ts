import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { findSystemFolder, runSystemProgram, systemFolder } from '../../../../src/adapters/policy/run-system-program.ts'
import { systemPolicy } from '../../../../src/adapters/policy/system-policy.ts'
import { mergeLayers } from '../../../../src/engine/policy/merge-layers.ts'
import { tempFolder } from '../../../support/temp-folder.ts'

describe('the folder of Windows', () => {
  it('is what Windows itself says, whatever the environment does', () => {
    const asked: string[] = []
    const found = findSystemFolder((path) => {
      asked.push(path)
      return String.raw`D:\Windows\System32`
    })
    expect(found).toBe(String.raw`D:\Windows\System32`)
    expect(asked).toEqual([String.raw`\\?\GLOBALROOT\SystemRoot\System32`])
  })

  it.each([
    '',
    String.raw`\\?\Volume{1}\Windows\System32`,
    String.raw`\\server\Windows\System32`,
    String.raw`D:\elsewhere`,
  ])('is the usual one where the answer is no such folder: “%s”', (answer) => {
    expect(findSystemFolder(() => answer)).toBe(String.raw`C:\Windows\System32`)
  })

  it('is the usual one where Windows gives no answer, as under Wine', () => {
    const missing = (): never => {
      throw new Error('ENOENT')
    }
    expect(findSystemFolder(missing)).toBe(String.raw`C:\Windows\System32`)
  })

  // No test of other systems, so none that is skipped there: a run without Windows says so of its layer.
  if (process.platform === 'win32') {
    it('is the one that Windows names in an environment that nobody has changed', () => {
      expect(systemFolder().toLowerCase()).toBe(join(process.env['SystemRoot'] ?? '', 'System32').toLowerCase())
    })
  }
})

describe('the environment', () => {
  it.each([
    ['1', true],
    ['yes', true],
    ['TRUE', true],
    ['anything', true],
    ['0', false],
    ['false', false],
    [' ', false],
    [undefined, false],
  ])('PARCEL_DESK_FORBID_QUEUE=%s forbids the queue: %s', async (value, forbids) => {
    const layers = await systemPolicy({ PARCEL_DESK_FORBID_QUEUE: value }, 'linux')()
    const forbidding = layers.filter(({ source }) => source === 'environment')
    expect(forbidding.map(({ content }) => content)).toEqual(forbids ? [{ values: { QueueForbidden: true } }] : [])
  })
})

const LOOSE = '{ "PlainAmqpAllowed": true, "ProxyMode": "pac", "ProxyPacUrl": "http://evil", "QueueForbidden": true }'

describe.skipIf(process.platform === 'win32')('a file that any user may have written', () => {
  it('in ProgramData of Windows can forbid, and neither loosen anything nor lead anywhere', async () => {
    const before = process.cwd()
    onTestFinished(() => process.chdir(before))
    process.chdir(await tempFolder())
    // On this system the whole path is one name in the working folder.
    const file = String.raw`C:\ProgramData\Parcel Desk\policy.json`
    writeFileSync(file, LOOSE)
    const [layer, ...others] = (await systemPolicy({}, 'win32')()).filter(({ source }) => source === 'file')
    expect(others).toEqual([])
    expect(layer).toMatchObject({ place: file, content: { values: { PlainAmqpAllowed: true } } })
    const { values } = mergeLayers(layer === undefined ? [] : [layer])
    expect(values).toMatchObject({ QueueForbidden: true, PlainAmqpAllowed: false, ProxyMode: null, ProxyPacUrl: null })
  })

  it('in the preferences of a user of macOS is not even read', async () => {
    const home = await tempFolder()
    const preferences = join(home, 'Library', 'Preferences')
    const managed = join(home, 'Library', 'Managed Preferences')
    for (const folder of [preferences, managed]) {
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'desk.parcel.app.plist'), LOOSE)
    }
    onTestFinished(() => void vi.unstubAllEnvs())
    for (const name of ['HOME', 'CFFIXED_USER_HOME']) vi.stubEnv(name, home)
    const layers = await systemPolicy({ HOME: home, USER: '../Preferences' }, 'darwin')()
    expect(layers.filter(({ place }) => place.includes('Preferences'))).toEqual([])
  })
})

describe.skipIf(process.platform === 'win32')('a program of the system', () => {
  it('gets nothing of the environment, and what it is given to read', async () => {
    process.env['PARCEL_DESK_TEST_LEAK'] = 'leaks'
    try {
      expect((await runSystemProgram('/usr/bin/env', [])).toString()).not.toContain('leaks')
    } finally {
      delete process.env['PARCEL_DESK_TEST_LEAK']
    }
    expect((await runSystemProgram('/bin/cat', [], Buffer.from('given'))).toString()).toBe('given')
  })

  it('fails where it is not there or does not end well', async () => {
    await expect(runSystemProgram('/usr/bin/not-there', [])).rejects.toThrow(/ENOENT/)
    await expect(runSystemProgram('/bin/false', [])).rejects.toThrow()
  })
})
