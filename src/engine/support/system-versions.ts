import { release, type as systemName } from 'node:os'

/** What the program runs on. */
export function systemVersions(): { name: string; version: string }[] {
  return [
    { name: 'Node', version: process.versions.node },
    { name: 'SQLite', version: process.versions['sqlite'] ?? 'not known' },
    { name: systemName(), version: `${release()} ${process.arch}` },
  ]
}
