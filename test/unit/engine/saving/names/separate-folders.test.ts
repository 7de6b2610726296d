import { describe, expect, it } from 'vitest'
import { folderTexts, parseNamePattern, renderName } from '../../../../../src/engine/saving/names/name-pattern.ts'
import type { ReserveOptions } from '../../../../../src/engine/saving/names/name-request.ts'
import { reserveNames } from '../../../../../src/engine/saving/names/reserve-names.ts'
import { folderTextKey } from '../../../../../src/engine/saving/names/separate-folders.ts'

const pattern = parseNamePattern('{customer}/{shipmentRef}/{name}')

/** The folders of one document of each shipment. */
function foldersOf(shipments: readonly string[], options?: ReserveOptions, customer = 'Acme'): string[] {
  const requests = shipments.map((shipmentRef, at) => {
    const fields = { customerName: customer, shipmentRef, name: `Bill ${at}` }
    return { ...renderName(pattern, fields), folderTexts: folderTexts(pattern, fields), identity: `document ${at}` }
  })
  return reserveNames(requests, options).map(({ folders }) => folders.slice(1).join('/'))
}

describe('the folders of different texts', () => {
  it.each([
    ['4500/1', '4500-1'],
    ['A:B', 'A-B'],
    ['<x>', '(x)'],
    ['a "b"', "a 'b'"],
    ['ＳＨＰ－１', 'SHP-1'],
    ['what?', 'what_'],
    ['.hidden', 'hidden'],
  ])('are apart where %j would be called %j, in whatever order they come', (changed, plain) => {
    const [first, second] = foldersOf([changed, plain])
    expect(second).toBe(plain)
    expect(first).toMatch(/ \[[0-9a-f]{8}\]$/)
    expect(foldersOf([plain, changed])).toEqual([second, first])
  })

  it('are apart where none of them can be called what it is', () => {
    expect(new Set(foldersOf(['4500/1', '4500:1', '4500|1']))).toHaveProperty('size', 3)
  })

  it('are one folder where they differ only in case, normalisation or blanks', () => {
    expect(new Set(foldersOf(['shp-1', 'SHP-1', ' SHP-1', 'SHP-1\u200B']))).toHaveProperty('size', 1)
    expect(new Set(foldersOf(['é', 'e\u0301']))).toHaveProperty('size', 1)
  })

  it('have the plain name where no other text has it', () => {
    expect(foldersOf(['4500/1', '4500/1', '4500-2'])).toEqual(['4500-1', '4500-1', '4500-2'])
  })

  it('stay where their documents are, and keep a name that they have alone', () => {
    const [separate = ''] = foldersOf(['4500/1', '4500-1'])
    const knownFolder = (key: string): string | undefined =>
      key === `ACME/${separate.toUpperCase()}` ? separate : undefined
    expect(foldersOf(['4500/1'], { knownFolder })).toEqual([separate])
    const ownerOf = (folder: string, name: string): string | undefined =>
      folder === 'ACME/4500-1' && name === 'BILL 0.PDF' ? 'document 0' : undefined
    expect(foldersOf(['4500/1', '4500-1'], { ownerOf })).toEqual(['4500-1', '4500-1'])
  })

  describe('in an archive', () => {
    const withTexts = (texts: Record<string, string[]>, folders: string[] = []): ReserveOptions => ({
      textsIn: (key) => (texts[key] === undefined ? undefined : new Set(texts[key].map(folderTextKey))),
      knownFolder: (key) => folders.find((folder) => `ACME/${folder.toUpperCase()}` === key),
    })

    it.each([
      ['4500/1', '4500-1'],
      ['4500-1', '4500/1'],
    ])('are apart where %j has the name since an earlier run and %j comes now', (first, second) => {
      const known = withTexts({ 'ACME/4500-1': [first] }, ['4500-1'])
      expect(foldersOf([first], known)).toEqual(['4500-1'])
      const [separate = ''] = foldersOf([second], known)
      expect(separate).toMatch(/^4500-1 \[[0-9a-f]{8}\]$/)
      expect(foldersOf([first, second], known)).toEqual(['4500-1', separate])
      // Also when the first one has been removed.
      expect(foldersOf([second], withTexts({}, [separate]))).toEqual([separate])
    })

    it('stay together where the archive has both in one', () => {
      const known = withTexts({ 'ACME/4500-1': ['4500/1', '4500-1'] }, ['4500-1'])
      expect(foldersOf(['4500/1', '4500-1', '4500:1'], known)).toEqual([
        '4500-1',
        '4500-1',
        expect.stringMatching(/\[/),
      ])
    })

    it('are called what they are where nothing is known of a folder of that name', () => {
      expect(foldersOf(['4500-1', 'SHP-2'], withTexts({}, ['4500-1']))).toEqual(['4500-1', 'SHP-2'])
    })
  })

  it('are never the manifest of the archive, which is written beside them', () => {
    const named = (customer: string): readonly string[] =>
      reserveNames([{ ...renderName(pattern, { customerName: customer, name: 'Bill' }), identity: 'one' }])[0]
        ?.folders ?? []
    expect(named('parcel-desk-manifest.csv')[0]).toBe('_parcel-desk-manifest.csv')
    expect(named('Parcel-Desk-Manifest.JSON')[0]).toBe('_Parcel-Desk-Manifest.JSON')
    expect(named('parcel-desk-manifest.json. ')[0]).toBe('_parcel-desk-manifest.json')
    expect(named('ｐａｒｃｅｌ-desk-manifest.csv')[0]).toMatch(/^_/)
  })

  it.each(['.parcel-desk', '.Parcel-Desk', '. .parcel-desk-probe-1.part', 'WorkList.csv', 'parcel-sets.CSV'])(
    'are never %j, which the archive or the desk needs for itself',
    (customer) => {
      const [request] = [{ ...renderName(pattern, { customerName: customer, name: 'Bill' }), identity: 'one' }]
      const [folder = ''] = reserveNames([request])[0]?.folders ?? []
      expect(folder).toMatch(/^(?:parcel|_)/i)
    },
  )
})
