import type { AfterPackContext } from 'electron-builder'
import { runSystemProgram, systemFolder } from '../src/adapters/policy/run-system-program.ts'
import { signerOf } from '../src/adapters/updates/publisher.ts'
import { isRelease } from './release.ts'
import { withoutValidSignature } from './signed-programs.ts'

/** Called by electron-builder once the programs are signed, before they go into installers. */
export default async function afterSign({ appOutDir, electronPlatformName }: AfterPackContext): Promise<void> {
  if (electronPlatformName !== 'win32' || !isRelease()) return
  const folder = systemFolder()
  const unsigned = await withoutValidSignature(appOutDir, (file) => signerOf(file, folder, runSystemProgram))
  if (unsigned.length > 0) throw new Error(`without a signature that is valid here: ${unsigned.join(', ')}`)
}
