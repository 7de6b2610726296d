import { z } from 'zod'

const manifestSchema = z.object({
  engines: z.object({ node: z.string() }),
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
})
const lockSchema = z.object({ packages: z.record(z.string(), z.object({ resolved: z.string().optional() })) })

const EXACT_VERSION = /^(npm:(@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[\w.-]+)?$/

export type Manifest = z.infer<typeof manifestSchema>

export function parseManifest(text: string): Manifest {
  return manifestSchema.parse(JSON.parse(text))
}

/** Dependencies that could be another version tomorrow. */
export function looseVersions(manifest: Manifest): string[] {
  return Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
    .filter(([, version]) => !EXACT_VERSION.test(version))
    .map(([name, version]) => `${name} is ${version}`)
}

/** Packages whose entry names the registry they came from: such a lock installs nowhere else. */
export function pinnedRegistries(lockText: string): string[] {
  const { packages } = lockSchema.parse(JSON.parse(lockText))
  return Object.entries(packages)
    .filter(([, { resolved }]) => resolved !== undefined)
    .map(([name]) => name)
}

/** Whether the Node that runs, the one that npm installs and the one that is promised are one. */
export function nodeDisagreements(manifest: Manifest, running: string): string[] {
  const installed = manifest.devDependencies.node ?? 'none'
  const major = installed.split('.', 1).join('')
  return [
    ...(major === '24' ? [] : [`npm installs Node ${installed}`]),
    ...(running === `v${installed}` ? [] : [`${running} runs, but npm installs ${installed}`]),
    ...(manifest.engines.node === `${major}.x` ? [] : [`engines promises ${manifest.engines.node}`]),
  ]
}
