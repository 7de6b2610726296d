import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { documentFileName } from '../../../../../src/engine/saving/names/file-names.ts'
import {
  fileRoom,
  fitFolders,
  isInsideFolder,
  pathBudget,
  pathProblem,
  type RelativePath,
} from '../../../../../src/engine/saving/names/path-limits.ts'
import { arbitraryName } from '../../../../support/arbitrary-name.ts'
import { illegality } from '../../../../support/legal-name.ts'

/** A path as it is planned: the folders first, then what they leave for the file. */
function fitPath(path: RelativePath, maxPathChars: number): RelativePath {
  const folders = fitFolders(path.folders, maxPathChars)
  return { folders, file: documentFileName(path.file, { maxChars: fileRoom(folders, maxPathChars) }) }
}

describe('pathProblem', () => {
  it.each<[NodeJS.Platform, string, 'too-long' | undefined, string]>([
    ['win32', 'x'.repeat(259), undefined, 'Explorer opens 259 characters'],
    ['win32', 'x'.repeat(260), 'too-long', 'and not one more'],
    ['win32', '漢'.repeat(259), undefined, 'Windows counts units'],
    ['linux', '漢'.repeat(1365), undefined, 'Linux counts bytes'],
    ['linux', '漢'.repeat(1366), 'too-long', 'up to 4095'],
    ['darwin', 'x'.repeat(1024), 'too-long', 'macOS ends at 1023'],
  ])('on %s judges %#: %s', (platform, path, expected) => {
    expect(pathProblem(path, platform)).toBe(expected)
  })
})

describe('pathBudget', () => {
  it('leaves room for the separator and for a longer name', () => {
    const root = `C:\\${'r'.repeat(97)}`
    expect(pathBudget(root, 'win32')).toBe(259 - 100 - 1 - 20)
  })

  it('is negative below a root that is itself too long', () => {
    expect(pathBudget('r'.repeat(300), 'win32')).toBeLessThan(0)
  })
})

describe('a path that is fitted into its room', () => {
  it('keeps a path that fits', () => {
    const path = { folders: ['Acme', 'S1'], file: 'BL.pdf' }
    expect(fitPath(path, 120)).toEqual(path)
  })

  it('cuts only the long parts, and keeps the extension', () => {
    const path = fitPath({ folders: ['Acme', 'S1'], file: `${'x'.repeat(110)}.pdf` }, 80)
    expect(path).toEqual({ folders: ['Acme', 'S1'], file: `${'x'.repeat(68)}.pdf` })
  })

  it('gives the same folders whatever the file, so that a shipment is not split', () => {
    const folders = ['Northwind Grain and Oilseed Trading Limited '.repeat(2), 'SHP-2026-0117-A']
    const cuts = ['a.pdf', `${'x'.repeat(110)}.pdf`].map((file) => fitPath({ folders, file }, 150).folders)
    expect(cuts[0]).toEqual(cuts[1])
  })

  it("cuts a customer's folder the same way for every shipment", () => {
    const customer = 'Northwind Grain and Oilseed Trading Limited '.repeat(2)
    const [short] = fitFolders([customer, 'S1'], 130)
    const [long] = fitFolders([customer, 'S'.repeat(100)], 130)
    expect(short).toBe(long)
    expect(short?.length).toBeLessThan(customer.length)
  })

  it('keeps folders apart that differ only after the cut', () => {
    const names = ['East', 'West'].map((end) => fitFolders(['x'.repeat(90) + end], 130)[0])
    expect(new Set(names).size).toBe(2)
  })

  it('lets no long folder use up the room of those after it', () => {
    const path = { folders: ['x', 'y', 'z'].map((letter) => letter.repeat(100)), file: 'f'.repeat(110) }
    const { folders, file } = fitPath(path, 64 + 3 * 25)
    expect([...folders, file].map((part) => part.length)).toEqual([24, 24, 24, 64])
  })

  it('stays within every budget that has room for the minimum of each part', () => {
    const folders = fc.array(arbitraryName, { maxLength: 4 })
    fc.assert(
      fc.property(folders, arbitraryName, fc.nat(300), (parts, file, spare) => {
        const maxPathChars = 64 + 25 * parts.length + spare
        const path = fitPath({ folders: parts, file }, maxPathChars)
        expect([...path.folders, path.file].join('/').length).toBeLessThanOrEqual(maxPathChars)
        expect([...path.folders, path.file].map(illegality).filter((verdict) => verdict !== undefined)).toEqual([])
        expect(path.folders).toHaveLength(parts.length)
        expect(fitPath(path, maxPathChars)).toEqual(path)
      }),
      { numRuns: 500 },
    )
  })

  it('leaves a path too long where the root takes all the room; pathProblem reports it', () => {
    const root = `C:\\${'r'.repeat(240)}`
    const { file } = fitPath({ folders: [], file: 'Bill of lading 1.pdf' }, pathBudget(root, 'win32'))
    expect(file).toBe('Bill of lading 1.pdf')
    expect(pathProblem(`${root}\\${file}`, 'win32')).toBe('too-long')
  })
})

describe('isInsideFolder', () => {
  const root = resolve('/srv/documents')

  it.each([
    ['a.pdf', true, 'below'],
    ['Acme/S1/a.pdf', true, 'far below'],
    ['..a/..b.pdf', true, 'two dots can begin a name'],
    ['.', false, 'the folder itself is no file in it'],
    ['../a.pdf', false, 'beside'],
    ['../documents-2/a.pdf', false, 'beside, with the same beginning'],
    ['Acme/../../a.pdf', false, 'down and up again'],
  ])('judges %j as %j: %s', (path, expected) => {
    expect(isInsideFolder(root, join(root, path))).toBe(expected)
  })

  it('is true for every fitted path, whatever the names', () => {
    fc.assert(
      fc.property(fc.array(arbitraryName, { maxLength: 3 }), arbitraryName, (folders, file) => {
        const path = fitPath({ folders, file }, 200)
        expect(isInsideFolder(root, join(root, ...path.folders, path.file))).toBe(true)
      }),
    )
  })
})
