import { rmSync, statSync, writeFileSync } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ignoring } from '../../../shared/errors/ignoring.ts'
import { AppError } from '../../../shared/errors/app-error.ts'
import type { Environment } from '../../../shared/model/connection.ts'
import { makeFolder, mayBeHeld, retryWhileHeldSync } from '../../files/file-system.ts'
import { type Manifest, readManifestFile } from '../archive/manifest.ts'
import { readManifest } from '../archive/manifest-parts.ts'
import { diskFailure } from '../disk/disk-failures.ts'
import { probeName } from '../disk/part-files.ts'
import { isInsideFolder } from '../names/path-limits.ts'
import { nearestExisting, realPath } from '../disk/folder-spelling.ts'

/**
 * Refuses a folder that must not be saved into, before the first byte: a file, the data folder or inside it, the archive
 * of the other environment or inside it (F-notes, idea 11). Creates nothing. Fails with folder-refused,
 * folder-not-writable, path-too-long.
 */
export async function checkFolder({
  folder,
  dataDir,
  environment,
}: {
  folder: string
  dataDir: string
  environment: Environment
}): Promise<void> {
  try {
    const existing = nearestExisting(folder)
    if (!statSync(existing).isDirectory()) {
      const reason = existing === folder ? 'it is a file, not a folder' : `${existing} is a file, not a folder`
      throw refusedFolder(folder, reason)
    }
    const [real, realData] = [realPath(folder), realPath(dataDir)]
    if (real === realData || isInsideFolder(realData, real)) {
      throw refusedFolder(folder, 'it is the data folder of Parcel Desk, or inside it')
    }
    await access(existing, constants.W_OK)
    refuseOther(folder, await readManifest(folder), environment)
    const owners = [process.geteuid?.() ?? 0, 0, statSync(existing).uid]
    for (const parent of parentsOf(real)) {
      refuseOther(
        folder,
        await readManifestFile(parent, owners).catch(
          ignoring('an unreadable manifest above is not ours: anybody may put a file into `/tmp`'),
        ),
        environment,
      )
    }
  } catch (thrown) {
    throw diskFailure(thrown, folder, folder)
  }
}

function refuseOther(folder: string, manifest: Manifest | undefined, environment: Environment): void {
  if (manifest === undefined || manifest.environment === environment) return
  const reason = `it belongs to an archive of the ${manifest.environment} environment, and this connection is ${environment}`
  throw refusedFolder(folder, reason)
}

/** Creates the folder and proves that it takes a file; on network drives permissions do not tell. */
export function prepareFolder(folder: string): void {
  const probe = join(folder, probeName())
  try {
    makeFolder(folder)
    writeFileSync(probe, '', { flag: 'wx' })
    removeProbe(probe)
  } catch (thrown) {
    throw diskFailure(thrown, folder, probe)
  }
}

/** A probe that a scanner holds is removed with the leftovers of the next run (W-B3). */
function removeProbe(probe: string): void {
  try {
    retryWhileHeldSync(() => {
      rmSync(probe, { force: true })
    })
  } catch (thrown) {
    if (!mayBeHeld(thrown)) throw thrown
  }
}

function parentsOf(path: string): string[] {
  const parent = dirname(path)
  return parent === path ? [] : [parent, ...parentsOf(parent)]
}

function refusedFolder(folder: string, reason: string): AppError {
  return new AppError({ tag: 'folder-refused', folder, reason })
}
