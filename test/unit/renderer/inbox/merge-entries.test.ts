import { describe, expect, it } from 'vitest'
import { countAbove, leavesGap, mergePiece, neighbourOf } from '../../../../src/renderer/inbox/store/merge-entries.ts'
import { idsOf, sampleEntries, sampleEntry } from './sample-entry.ts'

const whole = { before: null, isLast: true, keepsMissing: false } as const

describe('merging a piece into what is shown', () => {
  it('puts newer entries on top and older ones below', () => {
    const entries = sampleEntries(9, 8)
    expect(idsOf(mergePiece(sampleEntries(7, 6), { ...whole, entries, isLast: false }))).toEqual([9, 8, 7, 6])
    expect(idsOf(mergePiece(entries, { ...whole, entries: sampleEntries(7, 6), before: 8 }))).toEqual([9, 8, 7, 6])
  })

  it('takes the newer version of a shown entry', () => {
    const read = sampleEntry({ entryId: 5, isRead: true })
    expect(mergePiece(sampleEntries(5), { ...whole, entries: [read] })).toEqual([read])
  })

  it('drops entries missing from the piece, unless only marks removed them', () => {
    const piece = { ...whole, entries: sampleEntries(7, 5), isLast: false }
    expect(idsOf(mergePiece(sampleEntries(7, 6, 5, 4), piece))).toEqual([7, 5, 4])
    expect(idsOf(mergePiece(sampleEntries(7, 6, 5, 4), { ...piece, keepsMissing: true }))).toEqual([7, 6, 5, 4])
  })

  it('drops everything below the last piece', () => {
    expect(idsOf(mergePiece(sampleEntries(7, 6), { ...whole, entries: sampleEntries(7) }))).toEqual([7])
  })
})

describe('a gap between a piece and what is shown', () => {
  it('exists if the piece ends above the newest shown entry', () => {
    expect(leavesGap(sampleEntries(5, 4), sampleEntries(9, 8), false)).toBe(true)
  })

  it('does not exist if they meet, if the piece is everything, or if nothing is shown', () => {
    expect(leavesGap(sampleEntries(5, 4), sampleEntries(6, 5), false)).toBe(false)
    expect(leavesGap(sampleEntries(5, 4), sampleEntries(9, 8), true)).toBe(false)
    expect(leavesGap([], sampleEntries(9, 8), false)).toBe(false)
  })
})

describe('the number of entries above the former top', () => {
  it('is known even if that entry has left', () => {
    expect(countAbove(sampleEntries(9, 8, 5), 5)).toBe(2)
    expect(countAbove(sampleEntries(9, 8, 4), 5)).toBe(2)
    expect(countAbove(sampleEntries(9, 8), undefined)).toBe(0)
  })
})

describe('the focus when entries leave', () => {
  it('moves to the next one that stays, else the previous one, else nowhere', () => {
    const entries = sampleEntries(9, 8, 7)
    expect(neighbourOf(entries, 9, new Set([9, 8]))).toBe(7)
    expect(neighbourOf(entries, 7, new Set([7]))).toBe(8)
    expect(neighbourOf(entries, 9, new Set([9, 8, 7]))).toBeNull()
  })

  it('does not move if its entry stays', () => {
    expect(neighbourOf(sampleEntries(9, 8), 9, new Set([8]))).toBe(9)
  })
})
