import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Debian's own: another in the search path has not its modules. */
export const PYTHON = '/usr/bin/python3'
/** Where Debian's Python has the reader of workbooks that the tests compare with. */
const OPENPYXL = '/usr/lib/python3/dist-packages/openpyxl'

/** What the tests need of the system: a keychain in a session of its own, certificates, a browser, a broker, another reader. */
const NEEDED = [
  { sign: 'dbus-run-session', package: 'dbus' },
  { sign: 'gnome-keyring-daemon', package: 'gnome-keyring' },
  { sign: 'libsecret-1.so.0', package: 'libsecret-1-0' },
  { sign: 'gdbus', package: 'libglib2.0-bin' },
  { sign: 'openssl', package: 'openssl' },
  { sign: 'chromium', package: 'chromium' },
  { sign: 'chromium-headless-shell', package: 'chromium-headless-shell' },
  // Not the wrapper in the search path of root: it changes the user.
  { sign: '/usr/lib/rabbitmq/bin/rabbitmq-server', package: 'rabbitmq-server' },
  { sign: OPENPYXL, package: 'python3-openpyxl' },
  { sign: 'qpdf', package: 'qpdf' },
  { sign: 'unzip', package: 'unzip' },
  { sign: 'pdftoppm', package: 'poppler-utils' },
  { sign: 'zbarimg', package: 'zbar-tools' },
] as const

/** The Debian packages that are missing; none on other systems, whose keychain is part of the system. */
export function missingPackages(isThere: (sign: string) => boolean = isInstalled): string[] {
  if (process.platform !== 'linux') return []
  return NEEDED.filter(({ sign }) => !isThere(sign)).map((needed) => needed.package)
}

/** The one command, for people and for the runner, that installs them. */
export function installCommand(packages: readonly string[]): string {
  return `apt-get update && apt-get install -y --no-install-recommends ${packages.join(' ')}`
}

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** Whether tables can be compared with what openpyxl and Python's csv read. */
export function hasOpenpyxl(): boolean {
  return existsSync(OPENPYXL)
}

/**
 * A library by the cache of the loader, which may stand outside the search path of a user; a program by that path; a module of
 * another language by its folder.
 */
function isInstalled(sign: string): boolean {
  if (sign === OPENPYXL) return hasOpenpyxl()
  if (!sign.includes('.so.')) return spawnSync('sh', ['-c', `command -v ${sign}`]).status === 0
  return spawnSync('/sbin/ldconfig', ['-p'], { encoding: 'utf8' }).stdout.includes(sign)
}
