import { describe, expect, it } from 'vitest'
import { agreeTicks } from '../../../../../src/renderer/worklist/store/tick-sets.ts'
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
