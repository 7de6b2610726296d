import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { isRoot } from '../support/system-packages.ts'
import { DEBIAN_SUITE, installDebianWine, type Wine } from './debian-wine.ts'

/** Node 24 dies in Wine 8. */
const OLDEST_WINE = 9

/** Everything that is downloaded or made for Wine; may be deleted at any time. */
export const WINE_CACHE = path.join(
  process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache'),
  'parcel-desk-tests',
  'windows',
)

/**
 * Wine 9 or newer: the installed one, otherwise, for root on Debian, that of a newer Debian in a folder of the cache. A
 * string says why there is none, and what to do.
 */
export async function findWine(projectRoot: string): Promise<Wine | string> {
  for (const program of ['wine64', 'wine', '/usr/lib/wine/wine64']) {
    const version = versionOf(program)
    if (version !== undefined && Number.parseInt(version, 10) >= OLDEST_WINE) return installedWine(program, version)
  }
  const install = `install Wine ${OLDEST_WINE} or newer (on Debian ${DEBIAN_SUITE} or newer: apt-get install --no-install-recommends wine wine64)`
  if (!isDebian()) return `no Wine; ${install}`
  if (!isRoot()) return `no Wine; ${install}, or run this as root, who needs no installation`
  const folder = path.join(WINE_CACHE, 'wine')
  return await installDebianWine(folder, [projectRoot, WINE_CACHE]).catch(
    (thrown: unknown) => `no Wine, nor can that of a newer Debian be had (${String(thrown)}); ${install}`,
  )
}

function versionOf(program: string): string | undefined {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  return /^wine-(\d[\d.]*)/.exec(stdout ?? '')?.[1]
}

function installedWine(program: string, version: string): Wine {
  const zlib = '/usr/x86_64-w64-mingw32/lib/zlib1.dll'
  const missingDll = existsSync(zlib) ? zlib : undefined
  return { version, starter: [program], server: ['wineserver'], env: {}, missingDll }
}

function isDebian(): boolean {
  const file = '/etc/os-release'
  return existsSync(file) && /^ID=debian$/m.test(readFileSync(file, 'utf8'))
}
