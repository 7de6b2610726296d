import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Why no file system can be mounted here; undefined where it can. */
export const cannotMount: string | undefined = whyNot()

function whyNot(): string | undefined {
  if (process.platform !== 'linux') return 'mounts are made the Linux way'
  if (process.getuid?.() !== 0) return 'only root may mount'
  const folder = mkdtempSync(join(tmpdir(), 'parcel-desk-mount-'))
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], {
    encoding: 'utf8',
  })
  if (status === 0) spawnSync('umount', [folder])
  rmdirSync(folder)
  return status === 0 ? undefined : `mounting fails here: ${stderr.trim()}`
}

export interface MountedFolder {
  folder: string
  /** Other options for what is mounted: `size=10m`, `ro`. */
  remount(options: string): void
  /** Nothing happens where it is not mounted. */
  unmount(): void
  mount(): void
}

/** A small file system in memory, mounted on a folder that is made for it. */
export async function mountMemory(folder: string, size: string): Promise<MountedFolder> {
  return await mountWith(folder, ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs'])
}

/** A folder that is seen under another name as well, as a network drive is: unmounted it keeps what it holds. */
export async function mountFolder(folder: string, source: string): Promise<MountedFolder> {
  await mkdir(source, { recursive: true })
  return await mountWith(folder, ['--bind', source])
}

async function mountWith(folder: string, args: string[]): Promise<MountedFolder> {
  await mkdir(folder, { recursive: true })
  let isMounted = false
  const mount = (): void => {
    run('mount', [...args, folder])
    isMounted = true
  }
  const unmount = (): void => {
    if (isMounted) run('umount', [folder])
    isMounted = false
  }
  mount()
  return { folder, mount, unmount, remount: (options) => run('mount', ['-o', `remount,${options}`, folder]) }
}

function run(program: string, args: string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${stderr}`)
}
