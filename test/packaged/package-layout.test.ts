import { listPackage } from '@electron/asar'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { demoData } from '../exchange-service/demo-data.ts'
import { demoUser, type ExchangeService, startExchangeService } from '../exchange-service/start-exchange-service.ts'
import { packStandIn } from './pack-stand-in.ts'

let folder: string
let packed: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parcel desk package-'))
  packed = await packStandIn(folder)
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
    const native = `node_modules/keytar/prebuilds/${process.platform}-x64/keytar.node`
    expect(existsSync(join(packed, 'resources/app.asar.unpacked', native))).toBe(true)
    expect(existsSync(join(packed, 'resources/cli', native))).toBe(true)
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

describe.skipIf(process.platform !== 'linux' || process.arch !== 'x64')('the command line in the package', () => {
  /** With what the launcher itself calls, and no Node. */
  let env: Record<string, string>
  let service: ExchangeService

  beforeAll(async () => {
    service = await startExchangeService({ data: demoData({ setsPerCustomer: 1 }) })
    const programs = join(folder, 'programs')
    await mkdir(programs)
    for (const name of ['sh', 'readlink', 'dirname']) await symlink(join('/bin', name), join(programs, name))
    env = {
      PATH: programs,
      HOME: folder,
      // Meant for other programs; the first would end this one.
      NODE_OPTIONS: '--require /nothing/here.js',
      PARCEL_DESK_DATA_DIR: join(folder, 'data'),
      PARCEL_DESK_BASE_URL: service.url,
      PARCEL_DESK_USERNAME: demoUser.username,
      PARCEL_DESK_PASSWORD: demoUser.password,
    }
  })
  afterAll(() => service.close())

  async function run(
    words: readonly string[],
    input = '',
  ): Promise<{ code: number | null; stdout: string; stderr: string }> {
    const link = join(folder, 'a link')
    await symlink('linux-unpacked/resources/cli/bin/parcel-desk', link).catch(() => undefined)
    // Asynchronous, because the service that it calls lives in this process.
    const child = spawn(link, [...words], { env, cwd: folder })
    child.stdin.end(input)
    const [stdout, stderr] = [text(child.stdout), text(child.stderr)]
    const [code]: unknown[] = await once(child, 'close')
    return { code: typeof code === 'number' ? code : null, stdout: await stdout, stderr: await stderr }
  }

  it('runs where no Node is installed, through a link, and says which version it is', async () => {
    expect(await run(['--version'])).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' })
  })

  it('searches, saves and verifies', async () => {
    const found = await run(['search', '--customer', 'aurora', '--json'])
    expect(JSON.parse(found.stdout)).toMatchObject({ complete: true, loaded: 1 })
    const saved = await run(['save', '--customer', 'aurora', '--to', 'my archive', '--json'])
    expect(JSON.parse(saved.stdout)).toMatchObject({ complete: true, failed: 0 })
    expect([found.code, saved.code, (await run(['verify', 'my archive'])).code]).toEqual([0, 0, 0])
  })

  it('passes on words with spaces, quotes and nothing in them, and the exit code', async () => {
    const asked = await run(['search', '--shipment-ref', `"no" $HOME such 'ref'`, '--json'])
    expect(asked).toMatchObject({ code: 6 })
    expect(asked.stdout).toContain(String.raw`\"no\" $HOME such 'ref'`)
    expect((await run(['search', '--shipment-ref', ''])).code).toBe(2)
  })
})
