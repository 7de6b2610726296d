import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deliverInOrder } from '../../../../src/engine/search/search-service.ts'

describe('deliverInOrder', () => {
  it('delivers the first source as it comes, and the others in their turn', () => {
    const seen: string[] = []
    const delivery = deliverInOrder<string>((items) => seen.push(...items))
    delivery.take(1, ['b1'])
    delivery.take(0, ['a1'])
    expect(seen).toEqual(['a1'])
    delivery.end(1)
    delivery.take(0, ['a2'])
    delivery.end(0)
    expect(seen).toEqual(['a1', 'a2', 'b1'])
    delivery.take(2, ['c1'])
    expect(seen.at(-1)).toBe('c1')
  })

  it('delivers what waits when everything has ended, in the same order', () => {
    const seen: string[] = []
    const delivery = deliverInOrder<string>((items) => seen.push(...items))
    delivery.take(2, ['c'])
    delivery.take(1, ['b'])
    delivery.endAll()
    expect(seen).toEqual(['b', 'c'])
  })

  it('has one order for the same sources, in whatever order their pieces come', () => {
    const lots = fc.array(fc.array(fc.nat(), { maxLength: 4 }), { maxLength: 6 })
    fc.assert(
      fc.property(lots, fc.infiniteStream(fc.nat()), (pieces, dice) => {
        const seen: string[] = []
        const delivery = deliverInOrder<string>((items) => seen.push(...items))
        const left = pieces.map((items, lot) => ({ lot, items: items.map((item, at) => `${lot}.${at} ${item}`) }))
        const expected = left.flatMap(({ items }) => items)
        while (left.length > 0) {
          const at = (dice.next().value ?? 0) % left.length
          const chosen = left[at]
          const item = chosen?.items.shift()
          if (chosen !== undefined && item !== undefined) delivery.take(chosen.lot, [item])
          else left.splice(at, 1).forEach(({ lot }) => delivery.end(lot))
        }
        expect(seen).toEqual(expected)
      }),
    )
  })
})
