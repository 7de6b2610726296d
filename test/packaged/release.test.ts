import { unzipSync } from 'fflate'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writeDebScripts } from '../../packaging/deb-scripts.ts'
import { policyTemplates } from '../../packaging/papers/policy-templates.ts'
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
  })

  it('is made with any complete way of signing; Linux packages carry no signature', () => {
    expect(missingForRelease('win32', { CSC_LINK: 'x', CSC_KEY_PASSWORD: 'y' })).toEqual([])
    const azure = { AZURE_TENANT_ID: 'a', AZURE_CLIENT_ID: 'b', AZURE_CLIENT_SECRET: 'c' }
    expect(missingForRelease('win32', azure)).toEqual([])
    const apple = { CSC_NAME: 'x', APPLE_API_KEY: 'a', APPLE_API_KEY_ID: 'b', APPLE_API_ISSUER: 'c' }
    expect(missingForRelease('darwin', apple)).toEqual([])
    expect(missingForRelease('linux', {})).toEqual([])
  })

  it('signs every Windows program, which is recognised by what it is', async () => {
    const folder = await tempFolder()
    const library = join(PROJECT_ROOT, 'node_modules/keytar/prebuilds/win32-x64/keytar.node')
    await copyFile(library, join(folder, 'keytar.node'))
    await copyFile(library, join(folder, 'hidden.bin'))
    await writeFile(join(folder, 'MZ.txt'), 'MZ is not enough')
    const found = windowsPrograms(folder).map(({ path, ...rest }) => [basename(path), rest])
    expect(Object.fromEntries(found)).toEqual({
      'hidden.bin': { isOnList: false },
      'keytar.node': { isOnList: true },
    })
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
