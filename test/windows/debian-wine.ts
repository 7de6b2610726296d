import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Wine, as it is started here. */
export interface Wine {
  version: string
  /** What goes before the name of a Windows program and its words. */
  starter: readonly string[]
  /** How the program is started that shuts down what runs in a prefix. */
  server: readonly string[]
  env: Readonly<Record<string, string>>
  /** A library without which Debian’s Wine makes no prefix; undefined where Wine brings all it needs. */
  missingDll: string | undefined
}

/** The oldest Debian whose Wine is new enough. */
export const DEBIAN_SUITE = 'trixie'
const KEYS = '/usr/share/keyrings/debian-archive-keyring.gpg'
/**
 * What a program without a window needs, of the two hundred that Wine depends on. Not FreeType: with it, and without all else
 * that draws letters, `explorer.exe` starts itself without end.
 */
const PACKAGES = ['libwine', 'wine64', 'libz-mingw-w64', 'libc6', 'libc-bin', 'libgcc-s1', 'libunwind8', 'liblzma5']
const PROGRAM = '/usr/lib/wine/wine64'
const SERVER = '/usr/lib/wine/wineserver64'
/** Manuals, and Windows programs of 32 bits: half of it. */
const LEFT_OUT = ['./usr/share/doc/*', './usr/share/man/*', '*/wine/i386-windows/*']

/**
 * Wine of a newer Debian, unpacked into a folder and run there by `chroot`, as it needs that system's C library. apt checks what
 * it downloads by Debian's signatures, with lists of its own: nothing of this system's apt is read or changed. Root only, and
 * the process must have a mount namespace of its own (`unshare -m`), in which `shared` folders are seen from there.
 */
export async function installDebianWine(folder: string, shared: readonly string[]): Promise<Wine> {
  const root = path.join(folder, 'root')
  const stamp = path.join(root, 'packages')
  const isWhole = existsSync(stamp) && (await readFile(stamp, 'utf8')) === PACKAGES.join(' ')
  if (!isWhole) await unpack(folder, root)
  for (const file of ['passwd', 'hosts']) await copyFile(`/etc/${file}`, path.join(root, 'etc', file))
  await mountInto(root, ['/proc', '/dev', ...shared])
  const { stdout } = await run('chroot', [root, PROGRAM, '--version'])
  return {
    version: stdout.replace(/^wine-/, '').trim(),
    starter: ['chroot', root, PROGRAM],
    server: ['chroot', root, SERVER],
    env: { WINESERVER: SERVER },
    missingDll: path.join(root, 'usr/x86_64-w64-mingw32/lib/zlib1.dll'),
  }
}

async function unpack(folder: string, root: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  const debs = await download(path.join(folder, 'apt'))
  // Under its name only once it is whole, as this may be interrupted.
  const unpacked = `${root}.part`
  await mkdir(unpacked, { recursive: true })
  for (const directory of ['bin', 'lib', 'lib64']) {
    await symlink(path.join('usr', directory), path.join(unpacked, directory))
  }
  const exclude = LEFT_OUT.map((pattern) => `--exclude='${pattern}'`).join(' ')
  for (const deb of debs) {
    await run('sh', ['-c', `dpkg-deb --fsys-tarfile "$0" | tar -x -C "$1" ${exclude}`, deb, unpacked])
  }
  // Without the folder of the session Wine 10 ends with “free(): invalid pointer”.
  for (const directory of ['proc', 'dev', 'tmp', 'etc', 'run/user/0', 'root']) {
    await mkdir(path.join(unpacked, directory), { recursive: true })
  }
  await writeFile(path.join(unpacked, 'packages'), PACKAGES.join(' '))
  await rename(unpacked, root)
  await rm(path.join(folder, 'apt'), { recursive: true })
}

/** The paths of the packages, checked. */
async function download(folder: string): Promise<string[]> {
  await mkdir(path.join(folder, 'lists', 'partial'), { recursive: true })
  await mkdir(path.join(folder, 'cache', 'archives', 'partial'), { recursive: true })
  const [sources, status] = [path.join(folder, 'sources.list'), path.join(folder, 'status')]
  await writeFile(sources, `deb [signed-by=${KEYS}] http://deb.debian.org/debian ${DEBIAN_SUITE} main\n`)
  await writeFile(status, '')
  const own = [
    `Dir::Etc::sourcelist=${sources}`,
    'Dir::Etc::sourceparts=-',
    `Dir::State::lists=${path.join(folder, 'lists')}`,
    `Dir::State::status=${status}`,
    `Dir::Cache=${path.join(folder, 'cache')}`,
    'APT::Sandbox::User=root',
  ].flatMap((setting) => ['-o', setting])
  await run('apt-get', [...own, 'update', '-qq'], { cwd: folder })
  await run('apt-get', [...own, 'download', '-qq', ...PACKAGES], { cwd: folder })
  const debs = (await readdir(folder)).filter((name) => name.endsWith('.deb'))
  if (debs.length !== PACKAGES.length) throw new Error(`apt-get brought ${debs.length} of ${PACKAGES.length} packages`)
  return debs.map((name) => path.join(folder, name))
}

async function mountInto(root: string, places: readonly string[]): Promise<void> {
  for (const place of places) {
    await mkdir(path.join(root, place), { recursive: true })
    await run('mount', ['--rbind', place, path.join(root, place)])
  }
}
