import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { policyKeys } from './msi-properties.ts'

/** Where the policy of a computer lies (docs/organisation-policy.md). */
const POLICY_KEY = String.raw`Software\Policies\Parcel Desk`
/** What this installer notes of itself; src/adapters/both-installed.ts reads the folder. */
const OWN_KEY = String.raw`Software\Parcel Desk`

/** Called by electron-builder with the WiX project of the MSI, before it is compiled. */
export default async function completeProject(file: string): Promise<void> {
  await writeFile(file, completedProject(await readFile(file, 'utf8')))
}

/**
 * The project with first settings as public properties, a PATH by choice, and a note of where the program lies. All of it is
 * declared, and nothing is a script. Throws where electron-builder’s template is no longer the one that this was written for.
 */
export function completedProject(project: string): string {
  const properties = [
    ...policyKeys().map(({ property }) => `<Property Id="${property}" Secure="yes"/>`),
    PATH_PROPERTIES,
  ]
  const components = [...policyKeys().map(policyComponent), PATH_COMPONENT, FOLDER_COMPONENT]
  const group = [
    '<ComponentGroup Id="OwnComponents" Directory="APPLICATIONFOLDER">',
    ...components,
    '</ComponentGroup>',
  ]
  const withProperties = insertBefore(project, '<Directory Id="TARGETDIR"', `${properties.join('\n')}\n`)
  const withGroup = insertBefore(withProperties, '<ComponentGroup Id="ProductComponents"', `${group.join('\n')}\n`)
  return insertBefore(
    withGroup,
    '<ComponentGroupRef Id="ProductComponents"/>',
    '<ComponentGroupRef Id="OwnComponents"/>\n',
  )
}

/**
 * Written only where the property is given, and permanent: an upgrade, which does not know the words of the first installation,
 * leaves it in place, as it leaves what a group policy set.
 */
function policyComponent({ name, property, type }: ReturnType<typeof policyKeys>[number]): string {
  const value = `<RegistryValue Root="HKLM" Key="${POLICY_KEY}" Name="${name}" Type="${type}" Value="[${property}]" KeyPath="yes"/>`
  const attributes = `Id="Policy${name}" Guid="${guidOf(`policy ${name}`)}" Permanent="yes"`
  return `<Component ${attributes}><Condition>${property}</Condition>${value}</Component>`
}

/** An upgrade removes the old version first; so its choice is looked up before, and counts unless another one is given. */
const PATH_PROPERTIES = [
  '<Property Id="ADDTOPATH" Secure="yes"/>',
  '<Property Id="WASADDEDTOPATH" Secure="yes">',
  `<RegistrySearch Id="WasAddedToPath" Root="HKLM" Key="${OWN_KEY}" Name="AddedToPath" Type="raw" Win64="yes"/>`,
  '</Property>',
].join('')

const PATH_COMPONENT = [
  `<Component Id="CommandLineOnPath" Guid="${guidOf('command line on path')}">`,
  '<Condition>ADDTOPATH = "1" OR (WASADDEDTOPATH = "1" AND NOT ADDTOPATH)</Condition>',
  `<RegistryValue Root="HKLM" Key="${OWN_KEY}" Name="AddedToPath" Type="string" Value="1" KeyPath="yes"/>`,
  '<Environment Id="CommandLinePath" Name="PATH" Action="set" Part="last" System="yes" Permanent="no"',
  String.raw` Value="[APPLICATIONFOLDER]resources\cli\bin"/>`,
  '</Component>',
].join('')

const FOLDER_COMPONENT = [
  `<Component Id="InstallFolder" Guid="${guidOf('install folder')}">`,
  `<RegistryValue Root="HKLM" Key="${OWN_KEY}" Name="InstallFolder" Type="string" Value="[APPLICATIONFOLDER]" KeyPath="yes"/>`,
  '</Component>',
].join('')

function insertBefore(project: string, place: string, addition: string): string {
  const parts = project.split(place)
  if (parts.length !== 2) throw new Error(`the WiX project has ${parts.length - 1} times ${place}`)
  return parts.join(`${addition}${place}`)
}

/** The same in every version: by it Windows knows a component again. */
function guidOf(name: string): string {
  const hash = createHash('sha256').update(`desk.parcel.app ${name}`).digest('hex').toUpperCase()
  // Version 8, which is anybody's own way to make one (RFC 9562).
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `A${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-')
}
