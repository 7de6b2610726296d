import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { parseManifest } from '../support/manifest-rules.ts'
import { PROJECT_ROOT, projectFile } from '../support/project-files.ts'

/**
 * The Node of the packed command line, where electron-builder.yml looks for it: npm’s, or where npm has none for the system the
 * one that runs this. A sentence where that is another version.
 */
export function provideNode(running = process.versions.node, root = PROJECT_ROOT): string | undefined {
  const wanted = parseManifest(projectFile('package.json')).optionalDependencies.node ?? 'none'
  const file = path.join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(file)) return undefined
  if (running !== wanted)
    return `npm has no Node.js ${wanted} for this system, and this is ${running}: install that version.`
  mkdirSync(path.dirname(file), { recursive: true })
  copyFileSync(process.execPath, file)
  return undefined
}
