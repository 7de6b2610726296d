import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { readPolicyFile } from '../../../../src/adapters/policy/policy-file.ts'
import { mergeLayers } from '../../../../src/engine/policy/merge-layers.ts'
import { tempFolder } from '../../../support/temp-folder.ts'

const OWN = process.getuid?.() ?? 0
const isPosix = process.platform !== 'win32'

let folder: string
let file: string
beforeEach(async () => {
  folder = join(await tempFolder(), 'parcel-desk')
  mkdirSync(folder, { mode: 0o755 })
  file = join(folder, 'policy.json')
})

/** Windows has neither ids of users nor modes; there the folder’s rights are the administrator’s. */
const trust = isPosix ? { ownedBy: [OWN] } : {}
const read = () => readPolicyFile(file, trust)
const layerWith = (content: object) => [{ source: 'file', place: file, content, onlyForbids: false }]
const flawOf = async (): Promise<unknown> => (await read()).map(({ content }) => 'flaw' in content && content.flaw)[0]

describe('the policy file', () => {
  it('is no layer where there is none, nor its folder', async () => {
    expect(await read()).toEqual([])
    expect(await readPolicyFile(join(file, 'below', 'policy.json'), trust)).toEqual([])
  })

  it.each([
    ['UTF-8', (text: string) => Buffer.from(text)],
    ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\uFEFF${text}`)],
    ['UTF-16 as Notepad saves it', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 without a byte order mark', (text: string) => Buffer.from(text, 'utf16le')],
    ['UTF-16 big-endian', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ])('is read in %s', async (_name, encode) => {
    writeFileSync(file, encode('{ "NamePattern": "Ålesund/{name}" }'))
    expect(await read()).toEqual(layerWith({ values: { NamePattern: 'Ålesund/{name}' } }))
  })

  it.each([
    ['an empty file', Buffer.alloc(0), 'is not a JSON object'],
    ['half a file', Buffer.from('{ "QueueForbidden": '), 'is not a JSON object'],
    ['a list', Buffer.from('[]'), 'is not a JSON object'],
    ['a code page of old', Buffer.from('{ "NamePattern": "\u00c5" }', 'latin1'), 'is text in no encoding'],
    ['10 MB', Buffer.alloc(10_000_000, ' '), 'is larger than 1.0 MB'],
  ])('that is %s is not understood', async (_name, bytes, flaw) => {
    writeFileSync(file, bytes)
    expect(await flawOf()).toContain(flaw)
  })

  it.each([
    ['{"QueueForbidden":true,"QueueForbidden":false}', 'QueueForbidden stands there twice.'],
    ['{"QueueForbidden":false,"QueueForbidden":false}', 'QueueForbidden stands there twice.'],
    [
      '{"QueueForbidden":true, "CloseToTray": true, "Queue\\u0046orbidden" :false}',
      'QueueForbidden stands there twice.',
    ],
  ])('counts as the strictest where a key stands there twice, of which JSON keeps the last: %s', async (text, flaw) => {
    writeFileSync(file, text)
    const { values, problems } = mergeLayers(await read())
    expect(values.QueueForbidden).toBe(true)
    expect(problems).toEqual([{ where: file, message: expect.stringContaining(flaw) }])
  })

  it('counts so too where a name stands twice in the value of a key', async () => {
    const one = '{"name":"Live","environment":"production","address":"https://a.example","address":"https://b.example"}'
    writeFileSync(file, `{"CloseToTray":true,"ConnectionList":[${one}]}`)
    const { values, problems } = mergeLayers(await read())
    expect(values).toMatchObject({ CloseToTray: true, ConnectionList: [] })
    expect(problems).toEqual([{ where: file, message: expect.stringContaining('ConnectionList has “address” twice.') }])
  })

  it('may have a name once in each of several objects, and in a text', async () => {
    const values = { NamePattern: '"NamePattern": {name}', ConnectionList: [{ name: 'a' }, { name: 'b' }] }
    writeFileSync(file, JSON.stringify(values))
    expect(await read()).toEqual(layerWith({ values }))
  })

  it('is not understood where something other than a file has its name', async () => {
    mkdirSync(file)
    expect(await flawOf()).toBe('is a folder')
  })

  describe.runIf(isPosix)('is not believed', () => {
    beforeEach(() => writeFileSync(file, '{ "QueueForbidden": false }'))

    it('where it is a link, even to a file that would be', async () => {
      renameSync(file, join(folder, 'elsewhere.json'))
      symlinkSync('elsewhere.json', file)
      expect(await flawOf()).toBe('is a link')
      expect(await readPolicyFile(join(folder, 'elsewhere.json'), { ownedBy: [OWN] })).toMatchObject([
        { content: { values: { QueueForbidden: false } } },
      ])
    })

    it('where it is a link to nowhere, which would otherwise look like none', async () => {
      renameSync(file, join(folder, 'elsewhere.json'))
      symlinkSync('nowhere.json', file)
      expect(await flawOf()).toBe('is a link')
    })

    it('where its folder is a link', async () => {
      renameSync(folder, `${folder}-elsewhere`)
      symlinkSync(`${folder}-elsewhere`, folder)
      expect(await flawOf()).toBe('lies in a folder that is a link')
    })

    it.each([0o664, 0o646, 0o666])('where its mode is %o', async (mode) => {
      chmodSync(file, mode)
      expect(await flawOf()).toBe('can be written to by users who are no administrators')
    })

    it.each([0o775, 0o757, 0o1777])('where the mode of its folder is %o', async (mode) => {
      chmodSync(folder, mode)
      expect(await flawOf()).toBe('lies in a folder that others can write to')
    })

    it('where it, or its folder, belongs to another user', async () => {
      const [layer] = await readPolicyFile(file, { ownedBy: [OWN + 1] })
      expect(layer?.content).toEqual({ flaw: 'lies in a folder of another user' })
    })

    it('where it is a named pipe, for which nobody waits', async () => {
      renameSync(file, join(folder, 'elsewhere.json'))
      execFileSync('mkfifo', [file])
      expect(await flawOf()).toBe('is a named pipe')
    })
  })
})
