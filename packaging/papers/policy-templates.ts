import { zipSync } from 'fflate'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** A zip of what an administrator sets the policy with: the templates for Windows, and samples for macOS and Linux. */
export async function policyTemplates(root: string, madeAt: Date): Promise<Uint8Array> {
  const folder = path.join(root, 'resources', 'policy')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
  const named = files.toSorted().map(async (file): Promise<[string, Uint8Array]> => {
    const name = path.relative(folder, file).replaceAll(path.sep, '/')
    return [name, await readFile(file)]
  })
  return zipSync(Object.fromEntries(await Promise.all(named)), { mtime: madeAt })
}
