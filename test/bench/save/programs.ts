import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import path from 'node:path'

/** Absolute paths of what this bench runs. */
export interface Programs {
  nginx: string
  echoModule: string
  curl: string
  aria2c: string
  /** Not in every distribution: the bench goes on without it. */
  wget2: string | undefined
  openssl: string
}

const searchedFolders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/usr/lib/nginx/modules']

const debianPackages = {
  nginx: 'nginx-light',
  'ngx_http_echo_module.so': 'libnginx-mod-http-echo',
  curl: 'curl',
  aria2c: 'aria2',
  wget2: 'wget2',
  openssl: 'openssl',
  time: 'time',
} as const

/** Finds every program; as root installs the Debian packages that are missing, otherwise fails with the command that does. */
export function findPrograms(): Programs {
  const missing = missingPackages()
  if (missing.length > 0 && process.getuid?.() === 0) install(missing)
  required('time')
  return {
    nginx: required('nginx'),
    echoModule: required('ngx_http_echo_module.so'),
    curl: required('curl'),
    aria2c: required('aria2c'),
    wget2: find('wget2'),
    openssl: required('openssl'),
  }
}

function required(name: keyof typeof debianPackages): string {
  const found = find(name)
  if (found !== undefined) return found
  const packages = missingPackages().join(' ')
  throw new Error(
    `${name} is missing. Install what this bench runs: sudo apt-get install --no-install-recommends ${packages}`,
  )
}

function missingPackages(): string[] {
  return Object.entries(debianPackages).flatMap(([name, debianPackage]) =>
    find(name) === undefined ? [debianPackage] : [],
  )
}

function install(packages: readonly string[]): void {
  console.error(`Installing ${packages.join(', ')} …`)
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}

function find(name: string): string | undefined {
  return searchedFolders
    .filter((folder) => path.isAbsolute(folder))
    .map((folder) => path.join(folder, name))
    .find(isReadable)
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK)
    return true
  } catch {
    return false
  }
}
