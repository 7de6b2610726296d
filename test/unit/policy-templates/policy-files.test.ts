import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Parser } from 'saxen'
import { describe, expect, it } from 'vitest'
import { mergeLayers, POLICY_KEYS } from '../../../src/engine/policy/merge-layers.ts'
import { DOCUMENT, policyFiles } from '../../policy-templates/policy-files.ts'
import { PROJECT_ROOT } from '../../support/project-files.ts'

const stored = (file: string): string => readFileSync(path.join(PROJECT_ROOT, file), 'utf8')
const ADMX = stored('resources/policy/ParcelDesk.admx')
const ADML = stored('resources/policy/en-US/ParcelDesk.adml')

/** Every element with its attributes. Fails the test where the text is no XML. */
function elementsOf(xml: string): { name: string; attributes: Record<string, string> }[] {
  const elements: { name: string; attributes: Record<string, string> }[] = []
  const parser = new Parser()
  parser.on('openTag', (name, readAttributes) => {
    elements.push({ name, attributes: readAttributes() })
  })
  const complain = (error: Error): never => {
    throw error
  }
  parser.on('error', complain)
  parser.on('warn', complain)
  parser.parse(xml)
  return elements
}

const named = (xml: string, name: string, attribute: string): (string | undefined)[] =>
  elementsOf(xml).flatMap((one) => (one.name === name ? one.attributes[attribute] : []))

describe('what administrators get', () => {
  it('is what the schema says; “npm run policy-templates” writes it', async () => {
    const files = await policyFiles(stored(DOCUMENT))
    expect(Object.fromEntries([...files.keys()].map((file) => [file, stored(file)]))).toEqual(Object.fromEntries(files))
  })

  it('has a sample that is a policy without a flaw', () => {
    const values: Record<string, unknown> = JSON.parse(stored('resources/policy/policy.json'))
    expect(Object.keys(values)).toEqual([...POLICY_KEYS])
    expect(mergeLayers([{ source: 'file', place: 'sample', content: { values } }]).problems).toEqual([])
  })
})

describe('the template for Windows', () => {
  it('has one policy for each key, whose texts and controls are all there', () => {
    expect(named(ADMX, 'policy', 'name')).toEqual([...POLICY_KEYS])
    const wanted = [...ADMX.matchAll(/\$\((string|presentation)\.(\w+)\)/g)].map(([, kind, id]) => `${kind} ${id}`)
    const strings = named(ADML, 'string', 'id').map((id) => `string ${id}`)
    const presentations = named(ADML, 'presentation', 'id').map((id) => `presentation ${id}`)
    expect(new Set([...strings, ...presentations])).toEqual(new Set(wanted))
    expect(new Set(strings).size).toBe(strings.length)
  })

  it('has a control for each value, and no other', () => {
    const isValue = ({ name }: { name: string }): boolean => ['enum', 'decimal', 'text', 'multiText'].includes(name)
    const values = elementsOf(ADMX).flatMap((one) => (isValue(one) ? (one.attributes['id'] ?? []) : []))
    const controls = elementsOf(ADML).flatMap(({ attributes }) => attributes['refId'] ?? [])
    expect(controls).toEqual(values)
  })

  it('puts each policy below a category that is there', () => {
    const categories = named(ADMX, 'category', 'name')
    expect(categories).toEqual(expect.arrayContaining(named(ADMX, 'parentCategory', 'ref')))
  })
})

describe('the sample of a configuration profile for macOS', () => {
  it('is a property list with every key', () => {
    const profile = stored('resources/policy/ParcelDesk.mobileconfig')
    expect(elementsOf(profile).map(({ name }) => name)).toContain('dict')
    const keys = [...profile.matchAll(/<key>(\w+)<\/key>/g)].map(([, key]) => key)
    expect(keys).toEqual(expect.arrayContaining([...POLICY_KEYS]))
    expect(profile).toContain('<string>desk.parcel.app</string>')
  })
})
