import { build, Platform } from 'electron-builder'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import completeProject, { completedProject } from '../../packaging/msi-project.config.ts'
import { policySchema } from '../../src/shared/policy/policy-schema.ts'
import { PROJECT_ROOT } from '../support/project-files.ts'
import { type Element, readXml } from './read-xml.ts'

let folder: string
let project: Element

/**
 * electron-builder itself writes the project, for a program that is not really there; our hook completes it and then ends the
 * build, because the compiler of such projects has to be downloaded and runs on Windows.
 */
async function writtenProject(): Promise<string> {
  const program = join(folder, 'program')
  const commands = join(program, 'resources', 'cli', 'bin')
  await mkdir(commands, { recursive: true })
  for (const file of [join(program, 'Parcel Desk.exe'), join(commands, 'parcel-desk.cmd')]) await writeFile(file, '')
  let written = ''
  const keep = async (file: string): Promise<void> => {
    await completeProject(file)
    written = await readFile(file, 'utf8')
    throw new Error('seen')
  }
  const building = build({
    projectDir: PROJECT_ROOT,
    prepackaged: program,
    targets: Platform.WINDOWS.createTarget('msi'),
    config: {
      extends: join(PROJECT_ROOT, 'electron-builder.yml'),
      directories: { output: folder },
      msiProjectCreated: keep,
    },
  })
  await expect(building).rejects.toThrow('seen')
  return written
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parcel-desk-msi-'))
  project = readXml(await writtenProject())
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

const all = (name: string): Element[] => project.find(name)
const withId = (name: string, id: string): Element | undefined =>
  all(name).find(({ attributes }) => attributes['Id'] === id)

describe('the MSI', () => {
  it('is for the whole computer, and replaces what its pinned code finds', () => {
    expect(withId('Property', 'ALLUSERS')?.attributes).toMatchObject({ Value: '1', Secure: 'yes' })
    expect(all('Product')[0]?.attributes).toMatchObject({ UpgradeCode: '5F351AF9-7D99-4AA9-BBCC-0EA40258BE07' })
    expect(all('MajorUpgrade')).toHaveLength(1)
    expect(withId('Directory', 'ProgramFiles64Folder')).toBeDefined()
  })

  it('runs no script and no program, and removes no data', () => {
    const programs = all('CustomAction').filter(({ attributes }) => attributes['FileKey'] !== 'mainExecutable')
    expect([programs, all('RemoveFile'), all('RemoveRegistryKey'), all('Binary')]).toEqual([[], [], [], []])
  })

  it('takes every policy key as a property that reaches the installing service, and writes it where policy is read', () => {
    for (const name of Object.keys(policySchema.shape)) {
      expect(withId('Property', name.toUpperCase())?.attributes).toEqual({ Id: name.toUpperCase(), Secure: 'yes' })
      const component = withId('Component', `Policy${name}`)
      expect(component?.find('Condition')[0]?.text).toBe(name.toUpperCase())
      expect(component?.find('RegistryValue')[0]?.attributes).toMatchObject({
        Root: 'HKLM',
        Key: String.raw`Software\Policies\Parcel Desk`,
        Name: name,
        Value: `[${name.toUpperCase()}]`,
      })
    }
    const type = (name: string) => withId('Component', `Policy${name}`)?.find('RegistryValue')[0]?.attributes['Type']
    expect([type('QueueForbidden'), type('ConcurrencyMax'), type('UpdateMode'), type('ArchiveRoots')]).toEqual([
      'integer',
      'integer',
      'string',
      'string',
    ])
  })

  it('leaves first settings in place when it is upgraded, whose command line does not name them', () => {
    const kept = all('Component').filter(({ attributes }) => attributes['Permanent'] === 'yes')
    expect(kept).toHaveLength(Object.keys(policySchema.shape).length)
  })

  it('puts the command line on the path of the computer by choice, which an upgrade remembers', () => {
    const component = withId('Component', 'CommandLineOnPath')
    expect(component?.find('Condition')[0]?.text).toBe('ADDTOPATH = "1" OR (WASADDEDTOPATH = "1" AND NOT ADDTOPATH)')
    expect(component?.find('Environment')[0]?.attributes).toMatchObject({
      Name: 'PATH',
      Part: 'last',
      System: 'yes',
      Permanent: 'no',
      Value: String.raw`[APPLICATIONFOLDER]resources\cli\bin`,
    })
    const search = withId('Property', 'WASADDEDTOPATH')?.find('RegistrySearch')[0]?.attributes
    const noted = component?.find('RegistryValue')[0]?.attributes
    expect([search?.['Key'], search?.['Name']]).toEqual([noted?.['Key'], noted?.['Name']])
    // Where the launcher really lies.
    const launcher = all('File').find(({ attributes }) => attributes['Name'] === 'parcel-desk.cmd')
    expect(launcher?.attributes['Source']).toMatch(/resources.cli.bin.parcel-desk\.cmd$/)
  })

  it('has a lasting id of its own for each component, and installs them all', () => {
    const own = withId('ComponentGroup', 'OwnComponents')?.find('Component') ?? []
    const ids = own.map(({ attributes }) => attributes['Guid'] ?? '')
    for (const id of ids) expect(id).toMatch(/^[\dA-F]{8}-[\dA-F]{4}-8[\dA-F]{3}-A[\dA-F]{3}-[\dA-F]{12}$/)
    expect(new Set(ids).size).toBe(Object.keys(policySchema.shape).length + 2)
    expect(withId('Component', 'InstallFolder')?.attributes['Guid']).toBe('59817CEA-BCE1-8D95-AC20-FC38174D9BF6')
    expect(
      own.map(
        (component) => component.find('RegistryValue').filter((value) => value.attributes['KeyPath'] === 'yes').length,
      ),
    ).toEqual(own.map(() => 1))
    expect(
      withId('Feature', 'ProductFeature')
        ?.find('ComponentGroupRef')
        .map(({ attributes }) => attributes['Id']),
    ).toEqual(['OwnComponents', 'ProductComponents'])
  })

  it('is refused if electron-builder’s template is another one', () => {
    expect(() => completedProject('<Wix/>')).toThrow('TARGETDIR')
  })
})
