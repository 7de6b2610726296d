import { describe, expect, it } from 'vitest'
import { countTicks } from '../../../../../src/renderer/worklist/store/tick-sets.ts'
import type { WorklistRow } from '../../../../../src/renderer/worklist/store/worklist-rows.ts'
import { sampleLine } from '../sample-lines.ts'

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
