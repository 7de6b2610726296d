import { listPackage } from '@electron/asar'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runStep } from '../runner/run-step.ts'

/** Where Electron’s binary keeps its fuses: this text, the version 1, how many there are, and one byte each. */
const FUSE_WIRE = ['dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX', '\u0001', '\u0009', '0'.repeat(9)].join('')

let folder: string
let packed: string

/*
 * Packs the built desktop round a stand-in of Electron’s distribution: what lies in the package and how its fuses are set
 * can be seen without the binary. That the package runs cannot.
 */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parcel-desk-package-'))
  const electronDist = join(folder, 'electron')
  await mkdir(join(electronDist, 'resources'), { recursive: true })
  await writeFile(join(electronDist, 'electron'), `stand-in${FUSE_WIRE}`, { mode: 0o755 })
  const settings = [`electronDist=${electronDist}`, `directories.output=${folder}`]
  const parameters = ['--linux', 'dir', '--x64', ...settings.map((setting) => `--config.${setting}`)]
  const outcome = await runStep({ program: 'electron-builder', parameters })
  if (!outcome.succeeded) throw new Error(outcome.output)
  packed = join(folder, 'linux-unpacked')
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

describe('the package', () => {
  it('contains the three bundles and no module but the keychain’s', () => {
    const listed = listPackage(join(packed, 'resources', 'app.asar'), { isPack: false }).map((file) => file.slice(1))
    expect(listed).toEqual(
      expect.arrayContaining([
        'resources/icons/tray.png',
        'resources/icons/icon.png',
        'out/main/main.js',
        'out/preload/preload.cjs',
        'out/renderer/index.html',
      ]),
    )
    const modules = listed.filter((file) => /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(file))
    expect(modules).toEqual(['node_modules/keytar'])
    expect(listed.filter((file) => /^(?:src|test|docs)\//.test(file))).toEqual([])
  })

  it('has the keychain’s native file beside the archive, because no system loads a library out of one', () => {
    const native = 'resources/app.asar.unpacked/node_modules/keytar/build/Release/keytar.node'
    expect(existsSync(join(packed, native))).toBe(true)
  })

  it('has all nine fuses set', async () => {
    const wire = await getCurrentFuseWire(join(packed, 'parcel-desk'))
    const [on, off] = [FuseState.ENABLE, FuseState.DISABLE]
    expect(wire).toEqual({
      version: '1',
      [FuseV1Options.RunAsNode]: off,
      [FuseV1Options.EnableCookieEncryption]: on,
      [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: off,
      [FuseV1Options.EnableNodeCliInspectArguments]: off,
      [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: on,
      [FuseV1Options.OnlyLoadAppFromAsar]: on,
      [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: off,
      [FuseV1Options.GrantFileProtocolExtraPrivileges]: off,
      [FuseV1Options.WasmTrapHandlers]: on,
    })
  })
})
