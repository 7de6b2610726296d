import { describe, expect, it } from 'vitest'
import { readRegistry } from '../../../../src/adapters/policy/registry.ts'
import { mergeLayers } from '../../../../src/engine/policy/merge-layers.ts'

const SYSTEM = String.raw`C:\Windows\System32`
const KEY = String.raw`Software\Policies\Parcel Desk`
const POLICIES = (hive: string) => `${hive}\\Software\\Policies`

/** As reg.exe of an English Windows prints a key. */
const ENGLISH = [
  '',
  String.raw`HKEY_LOCAL_MACHINE\Software\Policies\Parcel Desk`,
  '    QueueForbidden    REG_DWORD    0x1',
  '    ConcurrencyMax    REG_DWORD    0x10',
  '    NamePattern    REG_SZ    {customer}/{parcelRef}  {name}',
  '    ArchiveRoots    REG_MULTI_SZ    C:\\01 Archive|\\\\srv\\trade files',
  '    ConnectionList    REG_MULTI_SZ    Aurora; production; https://exchange.example.com|UAT; test; https://uat.example.com',
  '',
  String.raw`HKEY_LOCAL_MACHINE\Software\Policies\Parcel Desk\Below`,
  '',
].join('\r\n')

const listing = (hive: string, ...names: string[]): string =>
  ['', ...names.map((name) => `${POLICIES(hive)}\\${name}`), ''].join('\r\n')

/** What reg.exe answers by key; for any other key it fails, as it does for one that is not there. */
function fakeRegistry(answers: Record<string, string | Buffer>) {
  const asked: string[] = []
  const run = (program: string, [verb, key = '', ...options]: readonly string[]): Promise<Buffer> => {
    asked.push([program, verb, key, ...options].join(' '))
    const answer = answers[key]
    return answer === undefined ? Promise.reject(new Error('exit 1')) : Promise.resolve(Buffer.from(answer))
  }
  return { run, asked }
}

describe('the policy in the registry', () => {
  it('is read with the system’s own reg.exe, in the 64-bit view, for the computer and below it for the user', async () => {
    const { run, asked } = fakeRegistry({
      [`HKLM\\${KEY}`]: ENGLISH,
      [`HKCU\\${KEY}`]: ENGLISH.replace('MACHINE', 'USER'),
      [POLICIES('HKLM')]: listing('HKEY_LOCAL_MACHINE', 'Microsoft', 'Parcel Desk'),
      [POLICIES('HKCU')]: listing('HKEY_CURRENT_USER', 'Parcel Desk'),
    })
    const layers = await readRegistry(SYSTEM, run)
    expect(layers.map(({ source, place }) => [source, place])).toEqual([
      ['machine', `HKLM\\${KEY}`],
      ['user', `HKCU\\${KEY}`],
    ])
    expect(new Set(asked.map((line) => line.split(' query ')[0]))).toEqual(new Set([`${SYSTEM}\\reg.exe`]))
    expect(asked.every((line) => line.includes('/reg:64'))).toBe(true)
    expect(mergeLayers(layers)).toMatchObject({
      values: {
        QueueForbidden: true,
        ConcurrencyMax: 16,
        NamePattern: '{customer}/{parcelRef}  {name}',
        ArchiveRoots: [String.raw`C:\01 Archive`, String.raw`\\srv\trade files`],
        ConnectionList: [
          { name: 'Aurora', environment: 'production', address: 'https://exchange.example.com' },
          { name: 'UAT', environment: 'test', address: 'https://uat.example.com' },
        ],
      },
      problems: [],
    })
  })

  it('is none where the key is not there, whatever language reg.exe says so in', async () => {
    const { run } = fakeRegistry({
      [POLICIES('HKLM')]: listing('HKEY_LOCAL_MACHINE', 'Microsoft'),
      [POLICIES('HKCU')]: listing('HKEY_CURRENT_USER'),
    })
    expect(await readRegistry(SYSTEM, run)).toEqual([])
  })

  it('is none where not even the key above is there', async () => {
    const { run } = fakeRegistry({ [String.raw`HKLM\Software`]: '\r\nHKEY_LOCAL_MACHINE\\Software\\Microsoft\r\n' })
    expect(await readRegistry(SYSTEM, run)).toEqual([])
  })

  it.each([
    ['the key is there', { [POLICIES('HKLM')]: listing('HKEY_LOCAL_MACHINE', 'Parcel Desk') }],
    ['nobody knows, because reg.exe reads nothing', {}],
  ])('cannot be read where reg.exe fails and %s', async (_name, answers) => {
    const layers = await readRegistry(SYSTEM, fakeRegistry(answers).run)
    expect(layers).toMatchObject([{ source: 'machine', content: { flaw: 'cannot be read with reg.exe' } }])
    expect(mergeLayers(layers).values).toMatchObject({ QueueForbidden: true, ConnectionsLocked: true })
  })

  it.each([
    ['a German system', '    (Standard)    REG_SZ    x', {}],
    ['an empty text', '    NamePattern    REG_SZ    ', { NamePattern: '' }],
    ['an empty text without its gap', '    NamePattern    REG_SZ', { NamePattern: '' }],
    ['an empty list', '    ArchiveRoots    REG_MULTI_SZ    ', { ArchiveRoots: [] }],
    ['a variable, which would be the user’s', '    CaFile    REG_EXPAND_SZ    %X%\\ca.pem', { CaFile: '%X%\\ca.pem' }],
    ['bytes', '    QueueForbidden    REG_BINARY    01', { QueueForbidden: null }],
    ['two lines', '    NamePattern    REG_SZ    {name}\r\nQueueForbidden', { NamePattern: null }],
    ['the code page of the console', Buffer.from('    CaFile    REG_SZ    C:\\\x8ele', 'latin1'), { CaFile: null }],
  ])('understands %s', async (_name, line, values) => {
    const head = Buffer.from(`\r\nHKEY_LOCAL_MACHINE\\${KEY}\r\n`)
    const { run } = fakeRegistry({
      [`HKLM\\${KEY}`]: Buffer.concat([head, Buffer.from(line), Buffer.from('\r\n\r\n')]),
    })
    const [layer] = await readRegistry(SYSTEM, run)
    expect(layer?.content).toEqual({ values })
  })
})
