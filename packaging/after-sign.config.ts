import type { AfterPackContext } from 'electron-builder'
import { isRelease } from './release.ts'
import { windowsPrograms } from './signed-programs.ts'

/** Called by electron-builder once the programs are signed, before they go into installers. */
export default function afterSign({ appOutDir, electronPlatformName }: AfterPackContext): void {
  if (electronPlatformName !== 'win32' || !isRelease()) return
  const unsigned = windowsPrograms(appOutDir).filter(({ isSigned }) => !isSigned)
  if (unsigned.length > 0) throw new Error(`not signed: ${unsigned.map(({ path }) => path).join(', ')}`)
}
