import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { z } from 'zod'
import { writeDebScripts } from '../../packaging/deb-scripts.ts'
import { writeManPage } from '../../packaging/man-page.ts'
import { signSums } from '../../packaging/papers/sign-sums.ts'
import { writePapers } from '../../packaging/papers/write-papers.ts'
import { isRelease, missingForRelease } from '../../packaging/release.ts'
import { bringElectron } from '../electron-host/bring-electron.ts'
import { runInherited } from '../electron-host/run-inherited.ts'
import { PROJECT_ROOT } from '../support/project-files.ts'
import { buildAll } from './build-all.ts'
import { provideNode } from './provide-node.ts'

const versions = z.record(z.string(), z.string())

/**
 * `npm run package`: the installers of this system in `dist`, with their papers. What follows `--` goes to electron-builder.
 * With PARCEL_DESK_RELEASE=1, only signed ones.
 */
async function makePackage(): Promise<number> {
  const missing = isRelease() ? missingForRelease(process.platform, process.env) : []
  if (missing.length > 0) return refuse(`No package was made. ${missing.join(' ')}`)
  const electron = await bringElectron({ say: complain })
  if (electron.program === undefined) return refuse(`No package was made. ${electron.why}`)
  const withoutNode = provideNode()
  if (withoutNode !== undefined) return refuse(`No package was made. ${withoutNode}`)
  await buildAll()
  await writeDebScripts(PROJECT_ROOT)
  await writeManPage(PROJECT_ROOT)
  const settings = [`electronDist=${path.join('node_modules', 'electron', 'dist')}`]
  // Linux packages carry no signature of their own.
  if (isRelease() && process.platform !== 'linux') settings.push('forceCodeSigning=true')
  const parameters = [...settings.map((setting) => `--config.${setting}`), ...process.argv.slice(2)]
  const code = await runInherited('electron-builder', parameters)
  if (code !== 0) return code
  const output = path.join(PROJECT_ROOT, 'dist')
  await writePapers({
    root: PROJECT_ROOT,
    output,
    system: `${process.platform}-${process.arch}`,
    electron: electronVersions(electron.program),
    node: { file: process.execPath, versions: process.versions },
  })
  const signer = process.env['SUMS_SIGNER'] ?? ''
  if (signer !== '') signSums(output, signer)
  return 0
}

function refuse(why: string): number {
  complain(why)
  return 1
}

function complain(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** Before it is packed the binary is a Node too, and knows what it is made of. */
function electronVersions(binary: string): Record<string, string> {
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
  const said = execFileSync(binary, ['-p', 'JSON.stringify(process.versions)'], { env, encoding: 'utf8' })
  return versions.parse(JSON.parse(said))
}

process.exitCode = await makePackage()
