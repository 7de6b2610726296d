import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'yaml'

/** What installs itself over an older version, and the list of it for each system; the others are rolled out by an administrator. */
const LISTS = [
  { ending: '.exe', list: 'latest.yml' },
  { ending: '-mac-x64.zip', list: 'latest-mac.yml' },
  { ending: '-mac-arm64.zip', list: 'latest-mac.yml' },
  { ending: '-x86_64.AppImage', list: 'latest-linux.yml' },
  { ending: '-arm64.AppImage', list: 'latest-linux-arm64.yml' },
] as const

/**
 * Writes the list of updates that an organisation puts on its web server beside the files (docs/administrators.md, “Updates”).
 * It names files without an address, so that it is right in any folder.
 */
export async function writeUpdateLists(folder: string, version: string): Promise<void> {
  const names = (await readdir(folder)).toSorted()
  const byList = Map.groupBy(names, (name) => LISTS.find(({ ending }) => name.endsWith(ending))?.list)
  for (const [list, files] of byList) {
    if (list === undefined) continue
    const entries = await Promise.all(files.map((name) => entryOf(folder, name)))
    await writeFile(join(folder, list), stringify({ version, files: entries }, { lineWidth: 0 }))
  }
}

async function entryOf(folder: string, name: string): Promise<{ url: string; sha512: string; size: number }> {
  const hash = createHash('sha512')
  await pipeline(createReadStream(join(folder, name)), hash)
  return { url: name, sha512: hash.digest('base64'), size: (await stat(join(folder, name))).size }
}
