import { execFileSync, spawnSync } from 'node:child_process'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createProgram, type Program } from '../integration/cli-program.ts'

const KEY = String.raw`Software\Policies\Parcel Desk`
/** reg.exe of Windows does; that of Wine refuses its option, so there every key cannot be read. */
const READS_LISTS = spawnSync('reg.exe', ['query', 'HKLM\\Software', '/reg:64', '/se', '|']).status === 0
const shown = z.array(z.object({ key: z.string(), value: z.unknown(), source: z.string(), locked: z.boolean() }))

let program: Program
beforeEach(async () => {
  program = await createProgram('http://127.0.0.1:9')
  removeAll()
})
afterEach(async () => {
  removeAll()
  await program.remove()
})

/** As a group policy does. */
function set(hive: 'HKLM' | 'HKCU', name: string, [type, value]: readonly [type: string, value: string]): void {
  execFileSync('reg.exe', ['add', `${hive}\\${KEY}`, '/v', name, '/t', type, '/d', value, '/f', '/reg:64'])
}

function removeAll(): void {
  for (const hive of ['HKLM', 'HKCU']) {
    try {
      execFileSync('reg.exe', ['delete', `${hive}\\${KEY}`, '/f', '/reg:64'], { stdio: 'ignore' })
    } catch {
      // Nothing was set.
    }
  }
}

/** What the program says of some keys. */
async function policy(...keys: string[]): Promise<object> {
  const { stdout, stderr } = await program.run(['policy', '--json'])
  if (stdout === '') throw new Error(stderr)
  const all = shown.parse(JSON.parse(stdout)).filter(({ key }) => keys.includes(key))
  return Object.fromEntries(all.map(({ key, value, source, locked }) => [key, { value, source, locked }]))
}

describe('a policy in the registry of Windows', () => {
  it.skipIf(!READS_LISTS)('is told with its source, and obeyed', async () => {
    set('HKLM', 'QueueForbidden', ['REG_DWORD', '1'])
    set('HKLM', 'NamePattern', ['REG_SZ', '{customer}/{title}'])
    expect(await policy('QueueForbidden', 'NamePattern', 'KeychainForbidden')).toMatchObject({
      QueueForbidden: { value: true, source: 'machine', locked: true },
      NamePattern: { value: '{customer}/{title}', source: 'machine' },
      KeychainForbidden: { value: false, source: 'default' },
    })
    const watch = await program.run(['watch', '--amqp-url', 'amqp://guest@127.0.0.1:9', '--queue', 'q'])
    expect(watch.stderr).toContain('your organisation')
  })

  it.skipIf(READS_LISTS)(
    'counts as the strictest where reg.exe cannot read it, and the program still starts',
    async () => {
      set('HKLM', 'LogLevel', ['REG_SZ', 'debug'])
      expect(await policy('QueueForbidden', 'KeychainForbidden')).toMatchObject({
        QueueForbidden: { value: true, source: 'machine', locked: true },
        KeychainForbidden: { value: true, source: 'machine', locked: true },
      })
    },
  )

  it('of the computer is not loosened by that of the user, nor by the environment', async () => {
    set('HKLM', 'QueueForbidden', ['REG_DWORD', '1'])
    set('HKCU', 'QueueForbidden', ['REG_DWORD', '0'])
    const env = { SystemRoot: String.raw`C:\users`, ProgramData: String.raw`C:\users`, PARCEL_DESK_FORBID_QUEUE: '0' }
    const { stdout } = await program.run(['policy', '--json'], { env })
    expect(shown.parse(JSON.parse(stdout)).find(({ key }) => key === 'QueueForbidden')).toMatchObject({
      value: true,
      source: 'machine',
    })
  })

  it('of the user counts where the computer has none', async () => {
    set('HKCU', 'QueueForbidden', ['REG_DWORD', '1'])
    expect(await policy('QueueForbidden')).toEqual({ QueueForbidden: { value: true, source: 'user', locked: true } })
  })
})
