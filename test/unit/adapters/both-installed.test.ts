import { describe, expect, it } from 'vitest'
import { bothInstalled } from '../../../src/adapters/both-installed.ts'
import { projectFile } from '../../support/project-files.ts'

const FOR_ALL = String.raw`HKLM\Software\Parcel Desk InstallFolder`
const FOR_ONE = String.raw`HKCU\Software\7f0da5dd-49ed-415e-8f94-dd5bc52b1eac InstallLocation`

async function found(...values: readonly string[]): Promise<string | undefined> {
  return await bothInstalled('win32', (key, name) => Promise.resolve(values.includes(`${key} ${name}`)))
}

describe('two installations on one computer', () => {
  it('are told in a sentence that says which one to remove', async () => {
    expect(await found(FOR_ALL, FOR_ONE)).toMatch(/installed twice.*Remove the one for you alone/)
  })

  it('are not seen where there is one or none', async () => {
    expect([await found(FOR_ALL), await found(FOR_ONE), await found()]).toEqual([undefined, undefined, undefined])
  })

  it('are not looked for on other systems', async () => {
    const fail = (): never => {
      throw new Error('asked')
    }
    expect(await bothInstalled('linux', fail)).toBeUndefined()
    expect(await bothInstalled('darwin', fail)).toBeUndefined()
  })

  it('are recognised by what the two installers write', () => {
    expect(projectFile('electron-builder.yml')).toContain('guid: 7f0da5dd-49ed-415e-8f94-dd5bc52b1eac')
    const msi = projectFile('packaging/msi-project.config.ts')
    expect(msi).toContain(String.raw`Software\Parcel Desk`)
    expect(msi).toContain('Name="InstallFolder"')
  })
})
