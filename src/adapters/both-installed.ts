import { runSystemProgram, systemFolder } from './policy/run-system-program.ts'

/** What each installer notes of itself and takes away again: the MSI (packaging/msi-project.config.ts), NSIS by its guid. */
const FOR_ALL = [String.raw`HKLM\Software\Parcel Desk`, 'InstallFolder'] as const
const FOR_ONE = [String.raw`HKCU\Software\7f0da5dd-49ed-415e-8f94-dd5bc52b1eac`, 'InstallLocation'] as const

/** Whether the registry has a value of this name at this key. */
type HasValue = (key: string, name: string) => Promise<boolean>

/**
 * What to tell a user who has Parcel Desk twice, for all users by the MSI and for this one by the other installer: both use one
 * data folder, and an update reaches one of them (W-B16). Undefined if it is there once, and on other systems.
 */
export async function bothInstalled(
  platform: NodeJS.Platform = process.platform,
  hasValue: HasValue = hasRegistryValue,
): Promise<string | undefined> {
  if (platform !== 'win32') return undefined
  const found = await Promise.all([hasValue(...FOR_ALL), hasValue(...FOR_ONE)])
  return found.includes(false) ? undefined : BOTH
}

const BOTH =
  'Parcel Desk is installed twice on this computer: for all users, and once more for you alone, where updates of the first do not reach. Remove the one for you alone in Windows’ list of installed apps; what you saved stays'

const hasRegistryValue: HasValue = async (key, name) =>
  await runSystemProgram(`${systemFolder()}\\reg.exe`, ['query', key, '/v', name, '/reg:64']).then(
    () => true,
    () => false,
  )
