import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { electronProgram, NO_ELECTRON } from '../electron-host/electron-program.ts'
import { provideNode } from './provide-node.ts'
import { runStep } from '../runner/run-step.ts'

/** Where electron-builder puts the program of each system, below its output folder. */
const PROGRAMS: Record<string, string> = {
  linux: 'linux-unpacked/parcel-desk',
  win32: 'win-unpacked/Parcel Desk.exe',
  darwin: `mac${process.arch === 'arm64' ? '-arm64' : ''}/Parcel Desk.app/Contents/MacOS/Parcel Desk`,
}
const verdict = z.object({ isOk: z.boolean(), checks: z.record(z.string(), z.unknown()) })

/** Packs the built desktop to a folder and lets the packaged program check itself. Needs the binary, and on Linux a display. */
async function checkPackage(): Promise<number> {
  if (electronProgram() === undefined) {
    process.stdout.write(`not run: ${NO_ELECTRON}\n`)
    return 0
  }
  const withoutNode = provideNode()
  if (withoutNode !== undefined) throw new Error(withoutNode)
  const folder = await mkdtemp(path.join(tmpdir(), 'parcel-desk-package-'))
  const settings = ['electronDist=node_modules/electron/dist', `directories.output=${folder}`]
  const parameters = ['--dir', ...settings.map((setting) => `--config.${setting}`)]
  try {
    const packed = await runStep({ program: 'electron-builder', parameters })
    if (!packed.succeeded) throw new Error(packed.output)
    const program = path.join(folder, PROGRAMS[process.platform] ?? '')
    const checked = await runStep({ program, parameters: ['--self-check'] })
    process.stdout.write(`${checked.output}\n`)
    const said = checked.output.split('\n').find((line) => line.startsWith('{"isOk"')) ?? '{}'
    return checked.succeeded && verdict.parse(JSON.parse(said)).isOk ? 0 : 1
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

process.exitCode = await checkPackage()
