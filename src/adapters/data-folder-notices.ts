import { realpathSync } from 'node:fs'
import type { Problem } from '../shared/model/parcel-set.ts'

const SYNC_VARIABLES = ['OneDrive', 'OneDriveCommercial', 'OneDriveConsumer']

/**
 * Warns if the databases are not safe where the data folder lies: on a network share, where locks and shared memory do not
 * work as on one system, or below OneDrive, which copies files while they are written. Only Windows tells (W-B13).
 */
export function dataFolderNotices(
  dataDir: string,
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): Problem[] {
  if (platform !== 'win32') return []
  const isNetwork = [dataDir, realSpelling(dataDir)].some((path) => /^[\\/]{2}[^\\/?.]/.test(path))
  const cloud = SYNC_VARIABLES.map((name) => env[name]).find((root) => root !== undefined && isBelow(dataDir, root))
  if (!isNetwork && cloud === undefined) return []
  const where = isNetwork ? 'lies on a network share' : 'is copied by OneDrive'
  const message = `The data folder ${where}: its databases may be damaged there. Choose a folder of this computer with --data-dir or PARCEL_DESK_DATA_DIR`
  return [{ where: dataDir, message }]
}

/** Resolves a mapped drive to the share behind it. */
function realSpelling(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path
  }
}

function isBelow(path: string, root: string): boolean {
  const [inner, outer] = [path, root].map((one) => `${one.replaceAll('/', '\\').replace(/\\+$/, '')}\\`.toLowerCase())
  return inner !== undefined && outer !== undefined && outer !== '\\' && inner.startsWith(outer)
}
