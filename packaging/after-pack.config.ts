import { Arch, type AfterPackContext } from 'electron-builder'
import { join } from 'node:path'
import flipFuses from '../electron-fuses.config.ts'
import { checkOwnNode } from './own-node.ts'
import { isRelease } from './release.ts'

/** Called by electron-builder once the program lies in its folder, before it is signed. */
export default async function afterPack(context: AfterPackContext): Promise<void> {
  const { appOutDir, packager, electronPlatformName, arch } = context
  const node = join(packager.getResourcesDir(appOutDir), 'cli', electronPlatformName === 'win32' ? 'node.exe' : 'node')
  const unrecorded = await checkOwnNode(node, `${electronPlatformName}-${Arch[arch]}`)
  if (unrecorded !== undefined) {
    if (isRelease()) throw new Error(unrecorded)
    process.stderr.write(`${unrecorded}\n`)
  }
  await flipFuses(context)
}
