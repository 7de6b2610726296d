import { spawnSync } from 'node:child_process'
import { mkdirSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { cannotMount } from '../support/mounted-folder.ts'

/** The share that everybody saves to. */
export interface ArchiveDisk {
  folder: string
  /** Undefined where nothing can be mounted here: then these faults are left out. */
  faults: { fill(): void; free(): void; takeAway(): void; bringBack(): void } | undefined
  /** What it holds goes with it. */
  remove(): void
}

const BYTES = 256_000_000
/** Others write while its size is being set to what is in use. */
const FILL_TRIES = 20

/** A file system in memory. To be away, it is covered by another one, which takes no files, as an empty mount point should. */
export function openArchiveDisk(root: string): ArchiveDisk {
  const folder = join(root, 'share')
  mkdirSync(folder)
  if (cannotMount !== undefined) return { folder, faults: undefined, remove: () => undefined }
  mount('-t', 'tmpfs', '-o', `size=${BYTES}`, 'tmpfs', folder)
  const resize = (bytes: number): boolean => mayFail('mount', '-o', `remount,size=${bytes}`, folder)
  return {
    folder,
    faults: {
      fill: () => {
        for (let tries = 0; tries < FILL_TRIES; tries += 1) {
          const { blocks, bfree, bsize } = statfsSync(folder)
          if (resize((blocks - bfree) * bsize)) return
        }
      },
      free: () => void resize(BYTES),
      takeAway: () => mount('-t', 'tmpfs', '-o', 'ro,size=4k', 'tmpfs', folder),
      bringBack: () => void mayFail('umount', '--lazy', folder),
    },
    remove: () => void mayFail('umount', '--lazy', folder),
  }
}

function mount(...args: string[]): void {
  if (!mayFail('mount', ...args)) throw new Error(`mount ${args.join(' ')} failed`)
}

function mayFail(program: string, ...args: string[]): boolean {
  return spawnSync(program, args).status === 0
}
