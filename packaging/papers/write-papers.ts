import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { bundledPackages } from './bundled-packages.ts'
import { policyTemplates } from './policy-templates.ts'
import { sbom } from './sbom.ts'
import { lockedPackages, thirdParties } from './third-party.ts'
import { writeUpdateLists } from './update-list.ts'

interface PackedProgram {
  root: string
  /** Where the installers are. */
  output: string
  /** Such as `linux-x64`. */
  system: string
  /** What Electron’s binary says of itself. */
  electron: Readonly<Record<string, string | undefined>>
  /** The Node that was packed, and what it says of itself; it is the one that packs. */
  node: { file: string; versions: Readonly<Record<string, string | undefined>> }
}

/**
 * Writes, beside the installers: the bill of materials, the notices of third parties, the templates for the policy, the list for
 * updates, and the sums of all files there.
 */
export async function writePapers({ root, output, system, electron, node }: PackedProgram): Promise<void> {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')))
  const parties = thirdParties(root)
  const madeAt = packedAt()
  const bill = sbom({
    version,
    madeAt,
    system,
    packages: lockedPackages(root),
    bundled: bundledPackages(root),
    thirdParties: parties,
    electron,
    node: node.versions,
    files: {
      node: await sha256Of(node.file),
      keychain: await sha256Of(join(root, 'node_modules', 'keytar', 'prebuilds', system, 'keytar.node')),
    },
  })
  const name = `parcel-desk-${version}-${system}`
  await writeFile(join(output, `${name}.cdx.json`), `${JSON.stringify(bill, null, 2)}\n`)
  const notices = parties.map((party) => `${party.name} ${party.version} (${party.licence})\n\n${party.text}\n`)
  await writeFile(join(output, `${name}-third-party-notices.txt`), notices.join(`\n${'-'.repeat(80)}\n\n`))
  await writeFile(join(output, `${name}-policy.zip`), await policyTemplates(root, madeAt))
  await writeUpdateLists(output, version)
  await writeSums(output)
}

/** By the convention of reproducible builds; without it, now. */
export function packedAt(): Date {
  const seconds = process.env['SOURCE_DATE_EPOCH']
  return seconds === undefined ? new Date() : new Date(Number(seconds) * 1000)
}

const SUMS = 'SHA256SUMS'
/** What electron-builder writes for itself, and what says something of all others. */
const NOT_GIVEN_OUT = /^(?:builder-.*\.ya?ml|SHA256SUMS(?:\.asc)?)$/

/** One line a file, as `sha256sum --check SHA256SUMS` reads them. */
export async function writeSums(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !NOT_GIVEN_OUT.test(entry.name)).map(({ name }) => name)
  const lines = await Promise.all(
    files.toSorted().map(async (file) => `${await sha256Of(join(folder, file))}  ${file}\n`),
  )
  await writeFile(join(folder, SUMS), lines.join(''))
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
