import { describe, expect, it } from 'vitest'
import { runSystemProgram, systemFolder } from '../../../../src/adapters/policy/run-system-program.ts'
import { systemPolicy } from '../../../../src/adapters/policy/system-policy.ts'

describe('the folder of Windows', () => {
  it('is where the process was loaded from, whatever its environment says', () => {
    const loaded = [String.raw`C:\Users\ops\node.exe`, String.raw`D:\Windows\SYSTEM32\ntdll.dll`]
    expect(systemFolder(loaded)).toBe(String.raw`D:\Windows\SYSTEM32`)
    expect(systemFolder([])).toBe(String.raw`C:\Windows\System32`)
  })
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
