import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { writeUpdateLists } from '../../packaging/papers/update-list.ts'
import { parseFeed } from '../../src/adapters/updates/parse-feed.ts'
import { isWhole } from '../../src/main/desk/updates/fetch-update.ts'
import { feedAddress, readFeed } from '../../src/main/desk/updates/read-feed.ts'
import { tempFolder } from '../support/temp-folder.ts'

const PACKED = [
  '-win-x64.exe',
  '-win-x64.msi',
  '-linux-x86_64.AppImage',
  '-linux-arm64.AppImage',
  '-mac-x64.zip',
  '-mac-arm64.zip',
]

it.each(['nsis', 'app-image', 'mac'] as const)(
  'the list that %s asks for leads it to the packed file',
  async (form) => {
    const folder = await tempFolder()
    for (const ending of PACKED) await writeFile(join(folder, `parcel-desk-1.2.3${ending}`), `bytes of ${ending}`)
    await writeUpdateLists(folder, '1.2.3')
    const url = feedAddress('https://firm.example/parcel-desk', form)
    const list = await readFile(join(folder, basename(url.pathname)), 'utf8')
    const offer = readFeed(parseFeed(list), { url, form, current: '1.2.2' })
    expect(offer?.version).toBe('1.2.3')
    expect(offer?.url.href).toMatch(/^https:\/\/firm\.example\/parcel-desk\/parcel-desk-1\.2\.3-/)
    expect(await isWhole(join(folder, basename(offer?.url.pathname ?? '')), { sha512: offer?.sha512 ?? '' })).toBe(true)
  },
)
