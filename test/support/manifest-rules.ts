import { z } from 'zod'

const manifestSchema = z.object({
  version: z.string(),
  engines: z.object({ node: z.string() }),
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
  optionalDependencies: z.record(z.string(), z.string()),
})
// Records keep the order in which they were read.
const lockFile = z.record(z.string(), z.unknown())
const lockedPackages = z.record(z.string(), z.record(z.string(), z.unknown()))
/** The project itself, in the lock. */
const OWN = ''
/** What npm itself and `npm ci` work with; everything else runs under the Node that npm installs. */
const NODE_FOR_NPM = '>=20'

const EXACT_VERSION = /^(npm:(@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[\w.-]+)?$/

export type Manifest = z.infer<typeof manifestSchema>

export function parseManifest(text: string): Manifest {
  return manifestSchema.parse(JSON.parse(text))
}

/** Dependencies that could resolve to another version tomorrow. */
export function looseVersions(manifest: Manifest): string[] {
  return Object.entries({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies })
    .filter(([, version]) => !EXACT_VERSION.test(version))
    .map(([name, version]) => `${name} is ${version}`)
}

/** Packages whose entry names a registry: such a lock file installs from nowhere else. */
export function pinnedRegistries(lockText: string): string[] {
  return Object.entries(packagesOf(lockText))
    .filter(([, { resolved }]) => resolved !== undefined)
    .map(([name]) => name)
}

/**
 * Packages that ask in the lock for a Node of their own. npm compares that with the Node it runs under, which none of them
 * ever sees, and would warn of each on Node 20 (docs/decisions/node-from-npm.md).
 */
export function enginesInLock(lockText: string): string[] {
  return Object.entries(packagesOf(lockText))
    .filter(([name, { engines }]) => name !== OWN && engines !== undefined)
    .map(([name]) => name)
}

/** The same lock file with `engines` only for the project. */
export function quietLock(lockText: string): string {
  const lock = lockFile.parse(JSON.parse(lockText))
  const packages = packagesOf(lockText)
  for (const [name, entry] of Object.entries(packages)) if (name !== OWN) delete entry['engines']
  return `${JSON.stringify({ ...lock, packages }, null, 2)}\n`
}

function packagesOf(lockText: string): z.infer<typeof lockedPackages> {
  return lockedPackages.parse(lockFile.parse(JSON.parse(lockText))['packages'])
}

/**
 * Whether the Node that runs is the one that npm installs, unless npm has none for the system, and the project asks npm for no more
 * than npm needs.
 */
export function nodeDisagreements(manifest: Manifest, running: string, isInstalled = true): string[] {
  const installed = manifest.optionalDependencies.node ?? 'none'
  const major = installed.split('.', 1).join('')
  return [
    ...(major === '24' ? [] : [`npm installs Node ${installed}`]),
    ...(!isInstalled || running === `v${installed}` ? [] : [`${running} runs, but npm installs ${installed}`]),
    ...(manifest.engines.node === NODE_FOR_NPM ? [] : [`engines asks for ${manifest.engines.node}`]),
  ]
}
