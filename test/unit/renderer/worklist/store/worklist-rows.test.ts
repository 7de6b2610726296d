import { describe, expect, it } from 'vitest'
import {
  agreeTicks,
  contentsOf,
  countTicks,
  savedIdsOf,
  type WorklistRow,
} from '../../../../../src/renderer/worklist/store/worklist-rows.ts'
import { parcelSet } from '../../../../support/parcel-sets.ts'
import { sampleLine } from '../sample-lines.ts'

const line = sampleLine(7, { state: 'several', setIds: ['a', 'b', 'c'] })
const all = ['7', '7 a', '7 b', '7 c']

function agree(before: readonly string[], after: readonly string[]): string[] {
  return [...agreeTicks(new Set(before), new Set(after), [line])].toSorted()
}

describe('agreeTicks', () => {
  it('ticks every set of a line that is ticked, and takes them off with it', () => {
    expect(agree([], ['7'])).toEqual(all)
    expect(agree(all, ['7 a', '7 b', '7 c'])).toEqual([])
  })

  it('takes the tick off a line when one of its sets loses it, and puts it back with the last', () => {
    expect(agree(all, ['7', '7 a', '7 c'])).toEqual(['7 a', '7 c'])
    expect(agree(['7 a', '7 c'], ['7 a', '7 b', '7 c'])).toEqual(all)
  })

  it('keeps a click on a line that has all its ticks, and a click on one of its sets', () => {
    expect(agree(all, ['7'])).toEqual(all)
    expect(agree(all, ['7 b'])).toEqual(['7 b'])
  })

  it('leaves other rows alone, and the same ticks the same object', () => {
    expect(agree(['1'], ['1', '7 a'])).toEqual(['1', '7 a'])
    const ticks = new Set(['1'])
    expect(agreeTicks(new Set(), ticks, [line])).toBe(ticks)
  })
})

const several = sampleLine(1, { setIds: ['a', 'b'] })
const lineRow: WorklistRow = { kind: 'line', line: several, isOpen: true, tickedSets: 0 }
const setRow = (setId: string): WorklistRow => ({ kind: 'set', line: several, setId, set: undefined })

describe('countTicks', () => {
  it('counts a line with all of its sets once, and sets of other lines by themselves', () => {
    expect(countTicks([lineRow, setRow('a'), setRow('b')], 0)).toBe('1 line ticked')
    expect(countTicks([setRow('a')], 0)).toBe('1 set ticked')
    expect(countTicks([lineRow], 2)).toBe('1 line and 2 sets ticked')
    expect(countTicks([], 0)).toBe('')
  })
})

describe('contentsOf', () => {
  it('names what each set of these rows holds once, whether it is ticked by its line or by itself', () => {
    const [first, second] = [
      { documents: 2, quantity: '30 MT' },
      { documents: null, quantity: null },
    ]
    const held = { ...several, contents: [first, second] }
    const row: WorklistRow = { kind: 'line', line: held, isOpen: false, tickedSets: 0 }
    const setOf = (setId: string): WorklistRow => ({ kind: 'set', line: held, setId, set: undefined })
    expect(contentsOf([setOf('b')])).toEqual([second])
    expect(contentsOf([row, setOf('a'), setOf('b'), { ...row, line: { ...held, lineId: 9 } }])).toEqual([first, second])
    expect(contentsOf([setOf('gone')])).toEqual([])
  })
})

describe('savedIdsOf', () => {
  it('names every set of a line with saved files, and a set with some: each once', () => {
    const counts = { documents: 2, changedDocuments: 0 }
    const setOf = (setId: string, savedDocuments: number): WorklistRow => ({
      kind: 'set',
      line: several,
      setId,
      set: { ...parcelSet({ setId }), ...counts, savedDocuments },
    })
    const saved: WorklistRow = { kind: 'line', line: { ...several, savedDocuments: 1 }, isOpen: false, tickedSets: 0 }
    expect(savedIdsOf([lineRow, setRow('a'), setOf('c', 0), setOf('d', 1)])).toEqual(['d'])
    expect(savedIdsOf([saved, setOf('b', 1), setOf('e', 1)])).toEqual(['a', 'b', 'e'])
  })
})
