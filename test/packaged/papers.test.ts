import { Ajv } from 'ajv'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { bundledPackages } from '../../packaging/papers/bundled-packages.ts'
import { sbom } from '../../packaging/papers/sbom.ts'
import { lockedPackages, thirdParties } from '../../packaging/papers/third-party.ts'
import { readThirdParties } from '../../src/engine/files/third-parties.ts'
import { PROJECT_ROOT, projectFile } from '../support/project-files.ts'
import { tempFolder } from '../support/temp-folder.ts'

const SCHEMAS = join(PROJECT_ROOT, 'node_modules/@cyclonedx/cyclonedx-library/res/schema')
const packages = lockedPackages(PROJECT_ROOT)
const bundled = bundledPackages(PROJECT_ROOT)
const parties = thirdParties(PROJECT_ROOT)

describe('the notices', () => {
  it('have an entry for every package with a module in a bundle', () => {
    expect([...bundled.keys()]).toEqual(
      expect.arrayContaining(['node_modules/react', 'node_modules/zod', 'node_modules/amqplib']),
    )
    const names = new Set(parties.map(({ name }) => name))
    const missing = [...bundled.keys()].filter((folder) => {
      const found = packages.find((one) => one.folder === folder)
      return found === undefined || !names.has(found.name)
    })
    expect(missing).toEqual([])
  })

  it('have a text for each, which permits what is done with it', () => {
    for (const { name, text } of parties) expect(text.length, name).toBeGreaterThan(40)
    expect(parties.find(({ name }) => name === 'react')?.text).toContain('Permission is hereby granted')
    expect(parties.find(({ name }) => name === 'Node.js')?.text).toContain('OpenSSL')
  })

  it('name each licence that a part of pdf.js brings beside its own', () => {
    const listed = projectFile('out/renderer/pdfjs/standard_fonts/LICENSE_LIBERATION').slice(0, 200)
    expect(parties.find(({ name }) => name.startsWith('Liberation'))?.text).toContain(listed.trim())
  })

  it('lie beside desk and command line, the same in both', async () => {
    for (const place of ['main', 'cli']) {
      expect(await readThirdParties(join(PROJECT_ROOT, 'out', place, 'third-parties.json'))).toEqual(parties)
    }
  })

  it.each(['GPL-3.0', 'AGPL-3.0-only', 'LGPL-2.1', 'SSPL-1.0', 'UNLICENSED', undefined])(
    'stop a build that would ship %s',
    async (license) => {
      const root = await tempFolder()
      await writeFile(join(root, 'package.json'), projectFile('package.json'))
      await writeFile(
        join(root, 'package-lock.json'),
        JSON.stringify({ packages: { 'node_modules/mupdf': { version: '1.0.0', license } } }),
      )
      expect(() => thirdParties(root)).toThrow('mupdf is under')
    },
  )
})

const bill = z.looseObject({
  serialNumber: z.string(),
  components: z.array(
    z.looseObject({
      name: z.string(),
      purl: z.string(),
      components: z.array(z.looseObject({ name: z.string() })).optional(),
    }),
  ),
})
const facts = {
  version: '1.2.3',
  madeAt: new Date(0),
  system: 'linux-x64',
  packages,
  bundled,
  thirdParties: parties,
  electron: { electron: '45.4.1', chrome: '148.0.1', node: '24.21.0', v8: '14.8', modules: '146' },
  node: process.versions,
  files: { node: 'a'.repeat(64), keychain: 'b'.repeat(64) },
}

describe('the bill of materials', () => {
  const made = bill.parse(JSON.parse(JSON.stringify(sbom(facts))))

  it('is CycloneDX 1.6 by the schema of its makers', () => {
    const schema = (name: string): object =>
      z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(join(SCHEMAS, name), 'utf8')))
    // Formats such as “iri-reference” are beyond Ajv.
    const ajv = new Ajv({ strict: false, validateFormats: false })
    for (const name of ['spdx.SNAPSHOT.schema.json', 'jsf-0.82.SNAPSHOT.schema.json']) {
      ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}`)
    }
    const validate = ajv.compile(schema('bom-1.6.SNAPSHOT.schema.json'))
    validate(made)
    expect(validate.errors ?? []).toEqual([])
    expect(validate({ ...made, components: [{ name: 'without a type' }] })).toBe(false)
  })

  it('lists what is in the package: bundled modules, and what they run in', () => {
    const names = made.components.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['zod', 'amqplib', 'react-aria', 'pdfjs-dist', 'keytar', 'electron', 'node']),
    )
    expect(names).not.toContain('vite')
    expect(new Set(made.components.map(({ purl }) => purl)).size).toBe(made.components.length)
    const inside = (name: string): string[] =>
      made.components.find((one) => one.name === name)?.components?.map((part) => part.name) ?? []
    expect(inside('electron')).toEqual(expect.arrayContaining(['chromium', 'node', 'v8']))
    expect(inside('node')).toEqual(expect.arrayContaining(['openssl', 'sqlite', 'zlib', 'v8']))
    expect(inside('pdfjs-dist')).toContain('Liberation Sans fonts')
  })

  it('is the same for the same package', () => {
    expect(sbom(facts)).toEqual(sbom(facts))
    expect(sbom({ ...facts, version: '1.2.4' })).not.toMatchObject({ serialNumber: made.serialNumber })
  })

  it('is refused for a module that only development is meant to have', () => {
    expect(() => sbom({ ...facts, bundled: new Map([['node_modules/vitest', ['main']]]) })).toThrow(
      'only for development',
    )
  })
})
