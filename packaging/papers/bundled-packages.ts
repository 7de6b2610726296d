import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { MODULES_FOLDER } from './build-plugins.ts'

/** The folders of the packages that are in the bundles, each with the names of its bundles. Modules of ours are not among them. */
export function bundledPackages(root: string): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const file of globSync('*.txt', { cwd: join(root, MODULES_FOLDER) }).toSorted()) {
    const bundle = basename(file, '.txt')
    for (const folder of new Set(modulesIn(join(root, MODULES_FOLDER, file)).flatMap(packageFolder))) {
      found.set(folder, [...(found.get(folder) ?? []), bundle])
    }
  }
  return found
}

function modulesIn(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
}

/** Of a path such as `node_modules/a/node_modules/@b/c/d.js`: what leads to `c`. Nothing for a module of ours. */
function packageFolder(path: string): string[] {
  const [folder] = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []
  return folder === undefined ? [] : [folder]
}
