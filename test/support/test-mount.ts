import { onTestFinished } from 'vitest'
import * as mounts from './mounted-folder.ts'

/** A small file system in memory, mounted on a folder that is made for it; gone when the test ends. */
export async function mountMemory(folder: string, size: string): Promise<mounts.MountedFolder> {
  return untilTheEnd(await mounts.mountMemory(folder, size))
}

/** A folder that is seen under another name as well, as a network drive is: unmounted it keeps what it holds. */
export async function mountFolder(folder: string, source: string): Promise<mounts.MountedFolder> {
  return untilTheEnd(await mounts.mountFolder(folder, source))
}

function untilTheEnd(mounted: mounts.MountedFolder): mounts.MountedFolder {
  onTestFinished(mounted.unmount)
  return mounted
}
