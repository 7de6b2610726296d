import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { type SaveCommand, saveCommand } from '../../../../../src/main/desk/saving/save-command.ts'
import { demoConnection, demoSet } from '../../../cli/demo-values.ts'
import { IS_POSIX } from '../../../../support/system-abilities.ts'

const selection = { customers: [], shipmentRefs: [], status: 'ACTIVE', instance: null, filters: {}, states: [] }
const options = {
  folder: '/archive',
  pattern: '{customer}/{name}',
  docTypes: [],
  isOnlyNew: false,
  conflict: 'keep-both',
} as const

const command = (change: Partial<SaveCommand> = {}): SaveCommand => ({
  connection: demoConnection('main'),
  selection,
  chosen: null,
  options: { ...options, docTypes: [] },
  ...change,
})
const withFolder = (folder: string): SaveCommand => command({ options: { ...options, docTypes: [], folder } })

/** The words as the shell passes them to a program; where there is no shell the tests that need one are left out. */
function wordsOf(line: string): string[] {
  const printed = execFileSync('sh', ['-c', `printf '%s\\n' ${line}`], { encoding: 'utf8' })
  return printed.split('\n').slice(0, -1)
}

describe('saveCommand', () => {
  it.skipIf(!IS_POSIX)('contains no more than it has to', () => {
    expect(wordsOf(saveCommand(command(), 'linux'))).toEqual([
      'parcel-desk',
      'save',
      '--profile',
      'main',
      '--to',
      '/archive',
      '--name',
      '{customer}/{name}',
    ])
  })

  it.skipIf(!IS_POSIX)('contains everything that differs from the defaults, and never a password', () => {
    const asked = {
      customers: ['c-1'],
      shipmentRefs: ['SHP 1'],
      status: 'CLOSED',
      instance: 'OTHER',
      states: ['signed'],
      filters: { vesselName: 'MV Aurora' },
    }
    const made = { ...options, docTypes: ['Bill of Lading'], conflict: 'skip', isOnlyNew: true } as const
    const connection = {
      ...demoConnection('once'),
      profile: undefined,
      environment: 'test',
      credentialForm: 'headers',
    } as const
    const line = saveCommand(
      command({ connection, selection: asked, options: { ...made, docTypes: ['Bill of Lading'] } }),
      'linux',
    )
    expect(wordsOf(line).slice(2)).toEqual([
      '--base-url',
      connection.baseUrl,
      '--username',
      connection.username,
      '--credential-form',
      'headers',
      '--environment',
      'test',
      '--customer',
      'c-1',
      '--shipment-ref',
      'SHP 1',
      '--status',
      'CLOSED',
      '--instance',
      'OTHER',
      '--filter',
      'vesselName=MV Aurora',
      '--state',
      'signed',
      '--to',
      '/archive',
      '--name',
      '{customer}/{name}',
      '--doc-type',
      'Bill of Lading',
      '--conflict',
      'skip',
      '--only-new',
    ])
    expect(line).not.toMatch(/password/i)
  })

  it('names chosen sets by customer and reference, and is empty where one has none', () => {
    const set = { ...demoSet(), customerId: 'c-9', shipmentRef: 'SHP-9' }
    const line = saveCommand(command({ chosen: [set, set] }), 'linux')
    expect(line).toContain('--customer c-9 --shipment-ref SHP-9 --to')
    expect(saveCommand(command({ chosen: [set, { ...set, shipmentRef: null }] }), 'linux')).toBe('')
  })

  it
    .skipIf(!IS_POSIX)
    .each(["it's", '$(reboot)', '`reboot`', 'a b', '"', '*', '; reboot', '-rf', '', 'Ōsaka “x”', '!1', '#', '~'])(
    'hands hostile text on as it is: %s',
    (text) => {
      const words = wordsOf(saveCommand(withFolder(text), 'linux'))
      expect(words).toContain(text.startsWith('-') ? `--to=${text}` : text)
    },
  )

  it.each([
    ['C:\\Trade docs\\BL', '"C:\\Trade docs\\BL"'],
    ['C:\\Docs', 'C:\\Docs'],
    ['C:\\', 'C:\\'],
    ['a & b | c > d ^ e', '"a & b | c > d ^ e"'],
    ['it’s', '"it’s"'],
  ])('is quoted for both shells of Windows: %s', (text, expected) => {
    expect(saveCommand(withFolder(text), 'win32')).toContain(`--to ${expected} --name "{customer}/{name}"`)
  })

  it.each(['x% & calc.exe & rem ', '%PATH%', 'a!b', '" & calc', '$(calc)', 'a `b` c', '“ & calc', 'C:\\Trade docs\\'])(
    'is not offered on Windows where cmd.exe or PowerShell would not take a value literally: %s',
    (text) => {
      const hostile = { ...selection, shipmentRefs: ['SHP-1', text] }
      expect(saveCommand(command({ selection: hostile }), 'win32')).toBe('')
    },
  )

  it('is empty where it would be too long to paste or contain a line end', () => {
    expect(saveCommand(withFolder('a\nreboot'), 'linux')).toBe('')
    expect(saveCommand(withFolder('\u001B[2J'), 'win32')).toBe('')
    const shipmentRefs = Array.from({ length: 2_000 }, (_, at) => `SHP-${at}`)
    expect(saveCommand(command({ selection: { ...selection, shipmentRefs } }), 'linux')).toBe('')
  })
})
