import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { ThirdParty } from '../../src/shared/model/third-party.ts'

const lockEntry = z.object({
  name: z.string().optional(),
  version: z.string().optional(),
  license: z.string().optional(),
  integrity: z.string().optional(),
  dev: z.boolean().optional(),
  devOptional: z.boolean().optional(),
  optional: z.boolean().optional(),
})
const lock = z.object({ packages: z.record(z.string(), lockEntry) })

/** A package that may be in the bundles, by its folder below the project. */
export interface LockedPackage {
  folder: string
  name: string
  version: string
  licence: string
  /** As npm writes it, such as `sha512-…`. */
  integrity: string | undefined
}

/** Every package that the product depends on, with what those depend on; what only development needs is not among them. */
export function lockedPackages(root: string): LockedPackage[] {
  const { packages } = lock.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  const isShipped = ([folder, { dev, devOptional, optional }]: [string, z.infer<typeof lockEntry>]): boolean =>
    folder !== '' && [dev, devOptional, optional].every((one) => one !== true)
  return Object.entries(packages)
    .filter(isShipped)
    .map(([folder, { name, version = '', license = 'none', integrity }]) => ({
      folder,
      name: name ?? folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      licence: license,
      integrity,
    }))
}

/** Licences that oblige to nothing but naming them. Any other stops the build until somebody has decided on it. */
const ACCEPTED: ReadonlySet<string> = new Set(['MIT', 'ISC', '0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause'])

/** Parts of a package that are under another licence than the package; by the file of their licence. */
const PARTS: Readonly<Record<string, { name: string; licence: string }>> = {
  'pdfjs-dist/cmaps/LICENSE': { name: 'Adobe CMap resources (in pdfjs-dist)', licence: 'BSD-3-Clause' },
  'pdfjs-dist/iccs/LICENSE': { name: 'CGATS001 colour profile (in pdfjs-dist)', licence: 'CC0-1.0' },
  'pdfjs-dist/standard_fonts/LICENSE_FOXIT': { name: 'Foxit fonts (in pdfjs-dist)', licence: 'BSD-3-Clause' },
  // Separate files, unchanged, which no code of ours is linked with; docs/administrators.md names them.
  'pdfjs-dist/standard_fonts/LICENSE_LIBERATION': {
    name: 'Liberation Sans fonts (in pdfjs-dist)',
    licence: 'GPL-2.0-only WITH Font-exception-2.0',
  },
  'pdfjs-dist/wasm/LICENSE_JBIG2': { name: 'PDFium JBIG2 decoder (in pdfjs-dist)', licence: 'BSD-3-Clause' },
  'pdfjs-dist/wasm/LICENSE_OPENJPEG': { name: 'OpenJPEG (in pdfjs-dist)', licence: 'BSD-2-Clause' },
  'pdfjs-dist/wasm/LICENSE_QCMS': { name: 'qcms (in pdfjs-dist)', licence: 'MIT' },
}
/** The page does not ship pdf.js’ script engine (pdfjs.config.ts). */
const NOT_SHIPPED = /QUICKJS$/

/** What the product contains of others, with the texts of their licences. Throws on a licence that nobody has accepted. */
export function thirdParties(root: string): ThirdParty[] {
  return [...lockedPackages(root).flatMap((one) => partiesOf(root, one)), ...programs(root)]
}

function partiesOf(root: string, locked: LockedPackage): ThirdParty[] {
  const { folder, name, version, licence } = locked
  if (!ACCEPTED.has(licence)) throw new Error(`${name} is under ${licence}, which packaging/papers does not accept`)
  const texts: string[] = []
  const parts: ThirdParty[] = []
  for (const file of licenceFiles(locked, root)) {
    const text = readFileSync(join(root, folder, file), 'utf8').trim()
    const part = PARTS[`${name}/${file}`]
    if (part === undefined) texts.push(text)
    else parts.push({ ...part, version, text })
  }
  if (texts.length === 0) texts.push(`Its package.json says ${licence}; it brings no other text.`)
  return [{ name, version, licence, text: texts.join('\n\n') }, ...parts]
}

const LICENCE_FILE = /^(?:licen[cs]e|notice|copying|copyrightnotice)/i

/** Of the package itself and of the folders with parts under other licences, as paths below the package. */
function licenceFiles({ folder, name }: LockedPackage, root: string): string[] {
  const inner = Object.keys(PARTS).filter((path) => path.startsWith(`${name}/`))
  const folders = new Set(['', ...inner.map((path) => path.slice(name.length + 1, path.lastIndexOf('/') + 1))])
  const found = [...folders].flatMap((inside) =>
    readdirSync(join(root, folder, inside))
      .filter((file) => LICENCE_FILE.test(file))
      .map((file) => `${inside}${file}`),
  )
  return found.filter((file) => !NOT_SHIPPED.test(file)).toSorted()
}

/** The two programs that the bundles run in. */
function programs(root: string): ThirdParty[] {
  const manifest = z
    .object({
      devDependencies: z.object({ electron: z.string() }),
      optionalDependencies: z.object({ node: z.string() }),
    })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  const { devDependencies, optionalDependencies } = manifest
  const [electron, node] = [devDependencies.electron, optionalDependencies.node]
  const licence = join(root, 'packaging', 'licences', `node-${node}.txt`)
  if (!existsSync(licence)) throw new Error(`${licence} is missing: it is the file LICENSE of that Node`)
  return [
    {
      name: 'Electron',
      version: electron,
      licence: 'MIT',
      text: 'Its licence, and those of Chromium and all its parts, lie beside the program: LICENSE.electron.txt and LICENSES.chromium.html.',
    },
    { name: 'Node.js', version: node, licence: 'MIT', text: readFileSync(licence, 'utf8').trim() },
  ]
}
