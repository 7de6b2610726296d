import { unzipSync } from 'fflate'
import { spawnSync } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { writeDebScripts } from '../../packaging/deb-scripts.ts'
import { policyTemplates } from '../../packaging/papers/policy-templates.ts'
import { signSums } from '../../packaging/papers/sign-sums.ts'
import { writeSums } from '../../packaging/papers/write-papers.ts'
import { isRelease, missingForRelease } from '../../packaging/release.ts'
import { windowsPrograms, withoutValidSignature } from '../../packaging/signed-programs.ts'
import { PROJECT_ROOT, projectFile } from '../support/project-files.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { parseSettings, readSettings } from './builder-settings.ts'

describe('a release', () => {
  it('is made only where it is asked for', () => {
    expect([isRelease({}), isRelease({ PARCEL_DESK_RELEASE: '0' }), isRelease({ PARCEL_DESK_RELEASE: '1' })]).toEqual([
      false,
      false,
      true,
    ])
  })

  it('is refused unsigned, with the names of the variables', () => {
    expect(missingForRelease('win32', {})).toEqual([expect.stringContaining('CSC_LINK and CSC_KEY_PASSWORD')])
    expect(missingForRelease('win32', { CSC_LINK: 'x', CSC_KEY_PASSWORD: '' })).toHaveLength(1)
    expect(missingForRelease('darwin', { CSC_NAME: 'x' })).toEqual([expect.stringContaining('APPLE_TEAM_ID')])
    expect(missingForRelease('linux', {})).toEqual(['A release is signed. Set SUMS_SIGNER.'])
  })

  it('is refused by npm run package where nothing can sign it, before anything is made', () => {
    const env = { PATH: process.env['PATH'], PARCEL_DESK_RELEASE: '1' }
    const ran = spawnSync(process.execPath, ['test/packaged/package.ts'], { cwd: PROJECT_ROOT, env, encoding: 'utf8' })
    const [why] = missingForRelease(process.platform, {})
    expect(why).toMatch(/^A release is signed\. Set /)
    expect([ran.status, ran.stderr, ran.stdout]).toEqual([
      1,
      expect.stringContaining(`No package was made. ${why}`),
      '',
    ])
  })

  it('is made with any complete way of signing; on Linux that is a key for the sums', () => {
    expect(missingForRelease('win32', { CSC_LINK: 'x', CSC_KEY_PASSWORD: 'y' })).toEqual([])
    const azure = { AZURE_TENANT_ID: 'a', AZURE_CLIENT_ID: 'b', AZURE_CLIENT_SECRET: 'c' }
    expect(missingForRelease('win32', azure)).toEqual([])
    const apple = { CSC_NAME: 'x', APPLE_API_KEY: 'a', APPLE_API_KEY_ID: 'b', APPLE_API_ISSUER: 'c' }
    expect(missingForRelease('darwin', apple)).toEqual([])
    expect(missingForRelease('linux', { SUMS_SIGNER: 'release@firm.test' })).toEqual([])
  })

  it('signs every Windows program, which is recognised by what it is', async () => {
    const folder = await tempFolder()
    const library = join(PROJECT_ROOT, 'node_modules/keytar/prebuilds/win32-x64/keytar.node')
    await copyFile(library, join(folder, 'keytar.node'))
    await copyFile(library, join(folder, 'hidden.bin'))
    await writeFile(join(folder, 'MZ.txt'), 'MZ is not enough')
    expect(windowsPrograms(folder).toSorted()).toEqual([join(folder, 'hidden.bin'), join(folder, 'keytar.node')])
    const { win } = parseSettings(readSettings())
    expect(win.signExts).toEqual(['.dll', '.node'])
  })

  it('has only programs whose signature Windows finds valid: one of Apple’s certificate is there, and worth nothing', async () => {
    const folder = await tempFolder()
    const library = join(PROJECT_ROOT, 'node_modules/keytar/prebuilds/win32-x64/keytar.node')
    for (const name of ['signed.node', 'of-apple.node']) await copyFile(library, join(folder, name))
    const signer = (file: string): Promise<string | null> => Promise.resolve(file.includes('apple') ? null : 'CN=Firm')
    expect(await withoutValidSignature(folder, signer)).toEqual([join(folder, 'of-apple.node')])
    const cannot = (): Promise<never> => Promise.reject(new Error('no PowerShell'))
    await expect(withoutValidSignature(folder, cannot)).rejects.toThrow('no PowerShell')
  })
})

describe('beside the installers', () => {
  it('are the templates for the policy, which whoever installs has no checkout for', async () => {
    const files = unzipSync(await policyTemplates(PROJECT_ROOT, new Date('2026-11-20T10:00:00Z')))
    expect(Object.keys(files)).toEqual([
      'ParcelDesk.admx',
      'ParcelDesk.mobileconfig',
      'en-US/ParcelDesk.adml',
      'policy.json',
    ])
    expect(Buffer.from(files['en-US/ParcelDesk.adml'] ?? []).toString()).toBe(
      projectFile('resources/policy/en-US/ParcelDesk.adml'),
    )
  })

  it('are the sums of all files, as sha256sum reads them', async () => {
    const folder = await tempFolder()
    await writeFile(join(folder, 'parcel-desk-1.0.0.deb'), 'abc')
    await writeFile(join(folder, 'builder-debug.yml'), 'x')
    await writeSums(folder)
    await writeSums(folder)
    expect(await readFile(join(folder, 'SHA256SUMS'), 'utf8')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  parcel-desk-1.0.0.deb\n',
    )
  })
})

const hasGpg = process.platform !== 'win32' && spawnSync('gpg', ['--version']).status === 0
describe.skipIf(!hasGpg)('the signature of the sums', () => {
  let keyring = ''
  const gpg = (...words: string[]) =>
    spawnSync('gpg', ['--batch', ...words], { env: { ...process.env, GNUPGHOME: keyring }, encoding: 'utf8' })

  beforeAll(async () => {
    // A short name: gpg’s agent listens on a socket there.
    keyring = await mkdtemp('/tmp/gpg-')
  })
  afterAll(async () => {
    spawnSync('gpgconf', ['--kill', 'all'], { env: { ...process.env, GNUPGHOME: keyring } })
    vi.unstubAllEnvs()
    await rm(keyring, { recursive: true, force: true })
  })

  it('is one that gpg finds good, until a sum is another one', async () => {
    vi.stubEnv('GNUPGHOME', keyring)
    const made = gpg('--passphrase', '', '--quick-gen-key', 'release@firm.test')
    expect(made.status, made.stderr).toBe(0)
    const folder = await tempFolder()
    await writeFile(join(folder, 'parcel-desk-1.0.0.deb'), 'abc')
    await writeSums(folder)
    const verify = () => gpg('--verify', join(folder, 'SHA256SUMS.asc'), join(folder, 'SHA256SUMS'))
    // Twice: as in a folder that was packed into before.
    signSums(folder, 'release@firm.test')
    signSums(folder, 'release@firm.test')
    expect(verify().status).toBe(0)
    expect(() => signSums(folder, 'nobody@firm.test')).toThrow('Command failed')
    await writeFile(join(folder, 'parcel-desk-1.0.0.deb'), 'abcd')
    await writeSums(folder)
    expect(await readFile(join(folder, 'SHA256SUMS'), 'utf8')).not.toContain('.asc')
    expect(verify().status).not.toBe(0)
  })
})

describe('the .deb', () => {
  it('puts the command line on the path of a terminal, and takes it away again', async () => {
    await writeDebScripts(PROJECT_ROOT)
    const launcher = '/opt/${sanitizedProductName}/resources/cli/bin/${executable}'
    const [install, remove] = ['after-install', 'after-remove'].map((name) => projectFile(`out/packaging/${name}.tpl`))
    expect(install).toContain(
      `update-alternatives --install '/usr/bin/\${executable}' '\${executable}' '${launcher}' 200`,
    )
    expect(remove).toContain(`update-alternatives --remove '\${executable}' '${launcher}'`)
    // Electron-builder's own comes first, with a lower priority.
    expect(install).toContain(`'/opt/\${sanitizedProductName}/\${executable}' 100`)
  })
})
