import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { readManagedPreferences } from '../../../../src/adapters/policy/managed-preferences.ts'
import { tempFolder } from '../../../support/temp-folder.ts'

const FILE = 'desk.parcel.app.plist'
const OWN = process.getuid?.() ?? 0

let folder: string
let asked: string[]
beforeEach(async () => {
  folder = join(await tempFolder(), 'Managed Preferences')
  asked = []
  mkdirSync(join(folder, 'ops'), { recursive: true, mode: 0o755 })
})

/** In place of plutil: the fixtures stand for what it prints. */
const read = (ownedBy = [OWN]) =>
  readManagedPreferences('ops', {
    folder,
    ownedBy,
    run: (program, args, input = Buffer.alloc(0)) => {
      asked.push([program, ...args].join(' '))
      return input.includes('broken') ? Promise.reject(new Error('exit 1')) : Promise.resolve(input)
    },
  })

describe.skipIf(process.platform === 'win32')('the managed preferences of macOS', () => {
  it('start no program where there are none', async () => {
    expect(await read()).toEqual([])
    expect(asked).toEqual([])
  })

  it('are converted by the system’s own plutil, the computer’s above the user’s', async () => {
    writeFileSync(join(folder, FILE), '{ "QueueForbidden": true, "ArchiveRoots": ["/Volumes/Archive"] }')
    writeFileSync(join(folder, 'ops', FILE), '{ "ConcurrencyMax": 4 }')
    expect(await read()).toMatchObject([
      { source: 'machine', content: { values: { QueueForbidden: true, ArchiveRoots: ['/Volumes/Archive'] } } },
      { source: 'user', content: { values: { ConcurrencyMax: 4 } } },
    ])
    expect(new Set(asked)).toEqual(new Set(['/usr/bin/plutil -convert json -o - -']))
  })

  it('are not believed where they are not the administrator’s, and plutil does not even see them', async () => {
    writeFileSync(join(folder, FILE), '{ "QueueForbidden": false }')
    const flawed = { content: { flaw: 'lies in a folder of another user' } }
    expect(await read([OWN + 1])).toMatchObject([flawed, flawed])
    symlinkSync('/tmp/mine.plist', join(folder, 'ops', FILE))
    expect((await read())[1]).toMatchObject({ source: 'user', content: { flaw: 'is a link' } })
    expect(asked).toHaveLength(1)
  })

  it('count as unreadable where plutil refuses them', async () => {
    writeFileSync(join(folder, FILE), 'broken')
    expect(await read()).toMatchObject([{ content: { flaw: 'is no property list that plutil can read' } }])
  })
})
