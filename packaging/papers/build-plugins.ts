import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Plugin } from 'vite'
import { thirdParties } from './third-party.ts'

/** Where each build notes what it has put into its bundles. Not shipped: the papers are made from it. */
export const MODULES_FOLDER = join('out', 'modules')

/** Notes the modules of a bundle, as paths below the project, one a line. */
export function noteModules(bundle: string): Plugin {
  return {
    name: 'note-modules',
    apply: 'build',
    generateBundle(_options, output) {
      const ids = Object.values(output).flatMap((one) => (one.type === 'chunk' ? one.moduleIds : []))
      // Styles are in no chunk's list.
      const styles = [...this.getModuleIds()].filter((id) => id.split('?', 1)[0]?.endsWith('.css') === true)
      const files = [...ids, ...styles].filter((id) => !id.startsWith('\0')).map(pathOf)
      mkdirSync(MODULES_FOLDER, { recursive: true })
      writeFileSync(join(MODULES_FOLDER, `${bundle}.txt`), `${[...new Set(files)].toSorted().join('\n')}\n`)
    },
  }
}

function pathOf(id: string): string {
  const [file = ''] = id.split('?', 1)
  return relative(process.cwd(), file).replaceAll('\\', '/')
}

/** Puts the names and licences of all third parties beside the program, which shows them on demand. */
export function shipThirdParties(): Plugin {
  return {
    name: 'ship-third-parties',
    apply: 'build',
    generateBundle() {
      const source = `${JSON.stringify(thirdParties(process.cwd()), null, 1)}\n`
      this.emitFile({ type: 'asset', fileName: 'third-parties.json', source })
    },
  }
}
