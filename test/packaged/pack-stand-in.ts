import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runStep } from '../runner/run-step.ts'

/** Where Electron’s binary keeps its fuses: this text, the version 1, how many there are, and one byte each. */
const FUSE_WIRE = ['dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX', '\u0001', '\u0009', '0'.repeat(9)].join('')

/**
 * Packs the built program round a stand-in of Electron’s distribution and returns the folder: what lies in the package and how
 * its fuses are set can be seen without Electron’s binary, and its command line can be run. That the desk runs cannot.
 */
export async function packStandIn(folder: string): Promise<string> {
  const electronDist = join(folder, 'electron')
  await mkdir(join(electronDist, 'resources'), { recursive: true })
  await writeFile(join(electronDist, 'electron'), `stand-in${FUSE_WIRE}`, { mode: 0o755 })
  const settings = [`electronDist=${electronDist}`, `directories.output=${folder}`]
  const parameters = ['--linux', 'dir', '--x64', ...settings.map((setting) => `--config.${setting}`)]
  const outcome = await runStep({ program: 'electron-builder', parameters })
  if (!outcome.succeeded) throw new Error(outcome.output)
  return join(folder, 'linux-unpacked')
}
