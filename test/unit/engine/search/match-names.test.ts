import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readReceivedSet } from '../../../../src/engine/exchange/parse-set.ts'
import { fieldWords } from '../../../../src/shared/text/field-words.ts'
import { createKnownSets, type KnownSets, searchedName } from '../../../../src/engine/search/known/known-sets.ts'
import { createNameMatcher } from '../../../../src/engine/search/known/match-names.ts'

/** Few letters, so that words are often in names, at several places, and go on in some of them. */
const letters = fc.constantFrom('a', 'b', 'ab', '-', '\n', 'Æ')
const name = fc.array(letters, { maxLength: 8 }).map((each) => each.join(''))
const word = fc.array(fc.constantFrom('a', 'b', '-'), { minLength: 1, maxLength: 4 }).map((each) => each.join(''))
/** A word that is typed and taken back letter by letter, or the set of a place that has another name from now on. */
const step = fc.oneof(
  word.map((typed) => ({ typed })),
  fc.record({ place: fc.nat(5), parcelRef: name }),
)

function put(known: KnownSets, place: number, parcelRef: string): void {
  known.put(
    readReceivedSet({ setId: `5e700000-0000-4000-a000-00000000000${place}`, parcelRef }, undefined) ??
      expect.unreachable(),
  )
}

function typedAndTakenBack(typed: string): string[] {
  const typing = Array.from(typed, (_letter, at) => typed.slice(0, at + 1))
  return [...typing, ...typing.toReversed()]
}

describe('names', () => {
  it('match letter by letter what they match at once, also when they have changed meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(name, { minLength: 6, maxLength: 6 }),
        fc.array(step, { maxLength: 12 }),
        async (names, steps) => {
          const known = createKnownSets()
          for (const [place, parcelRef] of names.entries()) put(known, place, parcelRef)
          const matcher = createNameMatcher(known)
          for (const one of steps) {
            if ('place' in one) {
              put(known, one.place, one.parcelRef)
              names[one.place] = one.parcelRef
              continue
            }
            for (const typed of typedAndTakenBack(one.typed)) {
              const { parcels } = await matcher.match(fieldWords(`${typed} b`), [])
              const expected = names
                .map(searchedName)
                .map((each) => Number(each.includes(typed)) + 2 * Number(each.includes('b')))
              expect([...parcels.bits]).toEqual(expected)
              expect(parcels.any).toBe(expected.reduce((any, bits) => any | bits, 0))
            }
          }
        },
      ),
    )
  })
})
