import { describe, expect, it } from 'vitest'
import { folderTexts, parseNamePattern, renderName } from '../../../../../src/engine/saving/names/name-pattern.ts'
import type { ReserveOptions } from '../../../../../src/engine/saving/names/name-request.ts'
import { reserveNames } from '../../../../../src/engine/saving/names/reserve-names.ts'

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

  it('are never the manifest of the archive, which is written beside them', () => {
    const named = (customer: string): readonly string[] =>
      reserveNames([{ ...renderName(pattern, { customerName: customer, name: 'Bill' }), identity: 'one' }])[0]
        ?.folders ?? []
    expect(named('parcel-desk-manifest.csv')[0]).toBe('_parcel-desk-manifest.csv')
    expect(named('Parcel-Desk-Manifest.JSON')[0]).toBe('_Parcel-Desk-Manifest.JSON')
    expect(named('parcel-desk-manifest.json. ')[0]).toBe('_parcel-desk-manifest.json')
  })
})
