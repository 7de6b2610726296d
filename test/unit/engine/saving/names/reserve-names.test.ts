import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { collisionKey, folderKey } from '../../../../../src/engine/saving/names/file-names.ts'
import type { RelativePath } from '../../../../../src/engine/saving/names/path-limits.ts'
import type { NameRequest, ReserveOptions } from '../../../../../src/engine/saving/names/name-request.ts'
import { reserveNames } from '../../../../../src/engine/saving/names/reserve-names.ts'
import { collidingId, collidingName } from '../../../../support/arbitrary-name.ts'
import { HOSTILE_NAMES } from '../../../../support/hostile-names.ts'
import { illegality } from '../../../../support/legal-name.ts'

const A = '1a2b3c4d-0000-4000-8000-00000000000a'
const B = '5e6f7a8b-0000-4000-8000-00000000000b'
const TWIN_OF_A = '1a2b3c4d-0000-4000-8000-00000000000c'

describe('reserveNames', () => {
  it('leaves distinct short names as they are', () => {
    expect(names([wanted('BL 1', A), wanted('BL 2', B)])).toEqual(['BL 1.pdf', 'BL 2.pdf'])
  })

  it('gives every name in a collision a suffix, so that the order does not matter', () => {
    expect(names([wanted('BL', A), wanted('bl.pdf', B)])).toEqual(['BL [1a2b3c4d].pdf', 'bl [5e6f7a8b].pdf'])
    expect(names([wanted('bl.pdf', B), wanted('BL', A)])).toEqual(['bl [5e6f7a8b].pdf', 'BL [1a2b3c4d].pdf'])
  })

  it('gives names that cleaning made equal a suffix', () => {
    expect(names([wanted('CON', A), wanted('_CON', B)])).toEqual(['_CON [1a2b3c4d].pdf', '_CON [5e6f7a8b].pdf'])
  })

  it('uses more of the id where its first eight digits collide too', () => {
    expect(names([wanted('BL', A), wanted('BL', TWIN_OF_A)])).toEqual([`BL [${A}].pdf`, `BL [${TWIN_OF_A}].pdf`])
  })

  it('gives one identity one name, however often and in whatever case it is requested', () => {
    expect(names([wanted('bl', A), wanted('BL', A)])).toEqual(['BL.pdf', 'BL.pdf'])
  })

  it('allows equal names in different folders', () => {
    expect(names([wanted('BL', A, ['S1']), wanted('BL', B, ['S2'])])).toEqual(['BL.pdf', 'BL.pdf'])
  })

  it('merges folders that differ only by case or normalisation, with one spelling', () => {
    const paths = reserveNames([wanted('BL', A, ['Caf\u00e9', 's1']), wanted('BL', B, ['CAFE\u0301', 'S1'])])
    expect(paths.map(({ folders }) => folders)).toEqual([
      ['CAF\u00c9', 'S1'],
      ['CAF\u00c9', 'S1'],
    ])
    expect(paths.map(({ file }) => file)).toEqual(['BL [1a2b3c4d].pdf', 'BL [5e6f7a8b].pdf'])
  })

  it('spells a folder as it already is on disk', () => {
    const [path] = reserveNames([wanted('BL', A, ['ACME'])], {
      knownFolder: (key) => (key === folderKey(['Acme']) ? 'Acme' : undefined),
    })
    expect(path?.folders).toEqual(['Acme'])
  })

  it.each(['Acme.', 'Ac\u200bme', '..', 'Acme\\..'])(
    'believes no spelling like %j, because a manifest can be edited',
    (known) => {
      const [path] = reserveNames([wanted('BL', A, ['ACME'])], { knownFolder: () => known })
      expect(path?.folders).toEqual(['ACME'])
    },
  )

  it('gives no file the name of a folder beside it', () => {
    expect(names([wanted('S1', A), wanted('BL', B, ['S1.pdf'])])).toEqual(['S1 [1a2b3c4d].pdf', 'BL.pdf'])
  })

  it('lets the owner of a name keep it and gives the newcomer a suffix', () => {
    const options = ledgerOf([[[], 'BL.pdf', A]])
    expect(names([wanted('BL', B), wanted('BL', A)], options)).toEqual(['BL [5e6f7a8b].pdf', 'BL.pdf'])
    expect(names([wanted('bl', B)], options)).toEqual(['bl [5e6f7a8b].pdf'])
  })

  it('keeps a suffix from an earlier run even if the plain name is free now', () => {
    expect(names([wanted('BL', A)], ledgerOf([[[], 'BL [1a2b3c4d].pdf', A]]))).toEqual(['BL [1a2b3c4d].pdf'])
  })

  it('gives a document a suffix whose own name is the suffixed name of another', () => {
    const batch = [wanted('BL', A), wanted('BL', B), wanted('BL [1a2b3c4d]', TWIN_OF_A)]
    expect(names(batch)).toEqual(['BL [1a2b3c4d-0000].pdf', 'BL [5e6f7a8b].pdf', 'BL [1a2b3c4d] [1a2b3c4d].pdf'])
  })

  it('finds a name even if others own every form with the id', () => {
    const forms = [8, 13, 18, 23, 36].map((length) => `BL [${A.slice(0, length)}].pdf`)
    const options = ledgerOf(['BL.pdf', ...forms].map((name) => [[], name, B]))
    const [name] = names([wanted('BL', A)], options)
    expect(name).toMatch(/^BL \[[0-9a-f]{36}\]\.pdf$/)
  })

  it('keeps suffix and extension within a short path', () => {
    const batch = [wanted(`${'x'.repeat(100)}1`, A, ['Acme']), wanted(`${'x'.repeat(100)}2`, TWIN_OF_A, ['Acme'])]
    const paths = reserveNames(batch, { maxPathChars: 75 })
    expect(paths.map(({ file }) => file)).toEqual([A, TWIN_OF_A].map((id) => `${'x'.repeat(27)} [${id}].pdf`))
  })
})

describe('reserveNames over any batch', () => {
  const folderName = fc.constantFrom('Acme', 'ACME', 'a/b', 'a:b', 'caf\u00e9', 'cafe\u0301', 'BL.pdf', '..', '')
  const wish = fc.record({
    folders: fc.array(folderName, { maxLength: 2 }),
    file: collidingName,
    identity: collidingId,
  })
  const batchOf = (maxLength: number): fc.Arbitrary<NameRequest[]> =>
    fc.uniqueArray(wish, { maxLength, selector: (w) => w.identity })
  const batch = batchOf(40)

  it('is legal on every system and distinct under every folding', () => {
    fc.assert(
      fc.property(batch, (wishes) => {
        const paths = reserveNames(wishes)
        const parts = paths.flatMap(({ folders, file }) => [...folders, file])
        expect(parts.map(illegality).filter((verdict) => verdict !== undefined)).toEqual([])
        for (const fold of FOLDINGS) {
          const folded = paths.map((path) => fold(flat(path)))
          expect(new Set(folded).size).toBe(wishes.length)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('gives the same paths whatever the order of the documents', () => {
    const shuffled = batch.chain((wishes) =>
      fc.tuple(fc.constant(wishes), fc.shuffledSubarray(wishes, { minLength: wishes.length })),
    )
    fc.assert(
      fc.property(shuffled, ([wishes, other]) => {
        expect(byIdentity(other, reserveNames(other))).toEqual(byIdentity(wishes, reserveNames(wishes)))
      }),
      { numRuns: 300 },
    )
  })

  it('gives recorded documents the same path in every later run, whichever others are saved', () => {
    const runs = fc.tuple(batchOf(20), fc.infiniteStream(fc.boolean()), batchOf(20))
    fc.assert(
      fc.property(runs, ([first, coin, newcomers]) => {
        const firstPaths = reserveNames(first)
        const before = byIdentity(first, firstPaths)
        const back = first.filter(() => coin.next().value)
        const known = new Set(first.map(({ identity }) => identity))
        const second = [...newcomers.filter(({ identity }) => !known.has(identity)), ...back]
        const options = ledgerOf(first.map(({ identity }, index) => entryOf(firstPaths[index], identity)))
        const paths = reserveNames(second, options)
        const after = byIdentity(second, paths)
        for (const { identity } of back) expect(after.get(identity)).toBe(before.get(identity))
        const all = new Set([...before.values(), ...after.values()].map((path) => collisionKey(path)))
        expect(all.size).toBe(new Set([...first, ...second].map(({ identity }) => identity)).size)
      }),
      { numRuns: 300 },
    )
  })

  it('gives names that one folder of this disk stores and lists unchanged', async () => {
    const root = await mkdtemp(join(tmpdir(), 'reserve-names-'))
    try {
      const wishes = HOSTILE_NAMES.map((file, index) =>
        wanted(file, `0000${index.toString(16).padStart(4, '0')}-0000-4000-8000-000000000000`, ['../Acme']),
      )
      const paths = reserveNames(wishes)
      for (const { folders, file } of paths) {
        await mkdir(join(root, ...folders), { recursive: true })
        await writeFile(join(root, ...folders, file), '', { flag: 'wx' })
      }
      expect(await readdir(root)).toEqual(['Acme'])
      const listed = await readdir(join(root, 'Acme'))
      expect(listed.toSorted()).toEqual(paths.map(({ file }) => file).toSorted())
      expect(new Set(listed.map((name) => name.toLowerCase())).size).toBe(HOSTILE_NAMES.length)
    } finally {
      await rm(root, { recursive: true })
    }
  })
})

/** How systems compare names, independent of `collisionKey`. */
const FOLDINGS: readonly ((path: string) => string)[] = [
  (path) => [...path].map(simpleUpper).join(''),
  (path) => path.toLowerCase(),
  (path) => path.toUpperCase(),
  (path) => path.normalize('NFD').toLowerCase().normalize('NFD'),
  (path) => path.normalize('NFD').toUpperCase().normalize('NFC'),
  (path) => path.normalize('NFKC').toLowerCase(),
]

/** As NTFS does: each UTF-16 unit alone. */
function simpleUpper(character: string): string {
  const upper = character.toUpperCase()
  return upper.length === character.length ? upper : character
}

function wanted(file: string, identity: string, folders: readonly string[] = []): NameRequest {
  return { folders, file, identity }
}

function names(wishes: readonly NameRequest[], options?: ReserveOptions): string[] {
  return reserveNames(wishes, options).map(({ file }) => file)
}

function flat({ folders, file }: RelativePath): string {
  return [...folders, file].join('/')
}

function byIdentity(wishes: readonly NameRequest[], paths: readonly RelativePath[]): Map<string, string> {
  return new Map(wishes.map(({ identity }, index) => [identity, flat(paths[index] ?? { folders: [], file: 'none' })]))
}

type LedgerEntry = readonly [folders: readonly string[], file: string, identity: string]

function entryOf(path: RelativePath | undefined, identity: string): LedgerEntry {
  return [path?.folders ?? [], path?.file ?? 'none', identity]
}

function ledgerOf(entries: readonly LedgerEntry[]): ReserveOptions {
  const owners = new Map<string, string>()
  const folders = new Map<string, string>()
  for (const [path, file, identity] of entries) {
    owners.set(JSON.stringify([folderKey(path), collisionKey(file)]), identity)
    path.forEach((folder, depth) => folders.set(folderKey(path.slice(0, depth + 1)), folder))
  }
  return {
    ownerOf: (folder, name) => owners.get(JSON.stringify([folder, name])),
    knownFolder: (key) => folders.get(key),
  }
}
