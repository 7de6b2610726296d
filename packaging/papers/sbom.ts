import { createHash } from 'node:crypto'
import type { ThirdParty } from '../../src/shared/model/third-party.ts'
import type { LockedPackage } from './third-party.ts'

/** What the bill of materials is made from. */
export interface SbomFacts {
  /** Of Parcel Desk. */
  version: string
  /** When it was packed. */
  madeAt: Date
  /** Such as `linux-x64`. */
  system: string
  packages: readonly LockedPackage[]
  /** By the folder of the package: the bundles that it is in. */
  bundled: ReadonlyMap<string, readonly string[]>
  thirdParties: readonly ThirdParty[]
  /** What Electron’s binary says of itself: `electron`, `chrome`, `node`, `v8`, … */
  electron: Readonly<Record<string, string | undefined>>
  /** What the Node of the command line says of itself. */
  node: Readonly<Record<string, string | undefined>>
  /** SHA-256 of files as they are packed, before they are signed. */
  files: { node: string; keychain: string }
}

interface Component {
  type: string
  'bom-ref': string
  name: string
  [field: string]: unknown
}

/** The bill of materials of one package, CycloneDX 1.6: what is really in it, not what package.json names. */
export function sbom(facts: SbomFacts): object {
  const components = [...libraries(facts), keychain(facts), electron(facts), node(facts)]
  const self = `pkg:generic/parcel-desk@${facts.version}`
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: facts.madeAt.toISOString(),
      component: {
        type: 'application',
        'bom-ref': self,
        name: 'Parcel Desk',
        version: facts.version,
        purl: self,
        properties: [{ name: 'parcel-desk:system', value: facts.system }],
      },
    },
    components,
    dependencies: [{ ref: self, dependsOn: components.map((component) => component['bom-ref']) }],
  }
  return { ...bill, serialNumber: `urn:uuid:${uuidOf(JSON.stringify(bill))}` }
}

/** The keychain module is no part of a bundle: its script is not used, and its native file lies beside them. */
const KEYCHAIN = 'node_modules/keytar'

function libraries({ packages, bundled, thirdParties }: SbomFacts): Component[] {
  const known = new Map(packages.map((one) => [one.folder, one]))
  return [...bundled].map(([folder, bundles]) => {
    const found = known.get(folder)
    if (found === undefined)
      throw new Error(`${folder} is in ${bundles.join(', ')}, but package-lock.json has it only for development`)
    const parts = thirdParties.filter(({ name }) => name.endsWith(`(in ${found.name})`))
    return {
      ...npmComponent(found),
      properties: [{ name: 'parcel-desk:bundles', value: bundles.join(' ') }],
      ...(parts.length === 0 ? {} : { components: parts.map(partComponent) }),
    }
  })
}

function npmComponent({ name, version, licence, integrity }: LockedPackage): Component {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const [group, ...rest] = name.split('/')
  const isScoped = rest.length > 0
  return {
    type: 'library',
    'bom-ref': purl,
    ...(isScoped ? { group } : {}),
    name: isScoped ? rest.join('/') : name,
    version,
    purl,
    licenses: licences(licence),
    ...(integrity?.startsWith('sha512-') === true ? { hashes: [sha512(integrity)] } : {}),
  }
}

function licences(licence: string): object[] {
  return licence.includes(' ') ? [{ expression: licence }] : [{ license: { id: licence } }]
}

/** npm writes it in base 64. */
function sha512(integrity: string): object {
  const content = Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex')
  return { alg: 'SHA-512', content }
}

function partComponent({ name, licence }: ThirdParty): Component {
  const [own = name] = name.split(' (in ', 1)
  return { type: 'library', 'bom-ref': `part:${own}`, name: own, licenses: licences(licence) }
}

function keychain({ packages, files }: SbomFacts): Component {
  const found = packages.find(({ folder }) => folder === KEYCHAIN)
  if (found === undefined) throw new Error(`package-lock.json has no ${KEYCHAIN}`)
  const file = { type: 'file', 'bom-ref': 'file:keytar.node', name: 'keytar.node', hashes: [sha256(files.keychain)] }
  return { ...npmComponent(found), components: [file] }
}

function sha256(content: string): object {
  return { alg: 'SHA-256', content }
}

function electron({ electron: versions }: SbomFacts): Component {
  const { electron: version, chrome } = versions
  if (version === undefined || chrome === undefined) throw new Error('Electron did not say which version it is')
  const chromium = { ...generic('chromium', chrome), type: 'framework', licenses: licences('BSD-3-Clause') }
  const parts = innerParts(versions, 'electron').filter(({ name }) => name !== 'electron' && name !== 'chrome')
  return {
    type: 'framework',
    'bom-ref': `pkg:npm/electron@${version}`,
    name: 'electron',
    version,
    purl: `pkg:npm/electron@${version}`,
    licenses: licences('MIT'),
    components: [chromium, ...parts],
  }
}

function node({ node: versions, files }: SbomFacts): Component {
  const { node: version } = versions
  if (version === undefined) throw new Error('Node did not say which version it is')
  return {
    ...generic('node', version),
    type: 'platform',
    licenses: licences('MIT'),
    hashes: [sha256(files.node)],
    components: innerParts(versions, 'node').filter(({ name }) => name !== 'node'),
  }
}

function generic(name: string, version: string): Component {
  const purl = `pkg:generic/${name}@${encodeURIComponent(version)}`
  return { type: 'library', 'bom-ref': purl, name, version, purl }
}

/** Numbers of interfaces, not of parts. */
const INTERFACES: ReadonlySet<string> = new Set(['modules', 'napi'])

function innerParts(versions: SbomFacts['node'], inside: string): Component[] {
  return Object.entries(versions).flatMap(([name, version]) => {
    if (version === undefined || version === '' || INTERFACES.has(name)) return []
    const part = generic(name, version)
    return [{ ...part, 'bom-ref': `${inside}/${part['bom-ref']}` }]
  })
}

/** The same for the same bill, so that two builds of one source are equal. */
function uuidOf(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex')
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `a${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-')
}
