import { describe, expect, it } from 'vitest'
import { changesIn } from '../../../../src/renderer/compare/changes.ts'
import type { ComparedPage } from '../../../../src/shared/compare/compare-documents.ts'
import type { Word } from '../../../../src/shared/compare/page-content.ts'

const BOX = { left: 0.1, top: 0.2, width: 0.3, height: 0.05 }
const words = (...texts: string[]): Word[] => texts.map((text) => ({ text, box: BOX }))
const page = (more: Partial<ComparedPage>): ComparedPage => ({
  left: 1,
  right: 1,
  changes: [],
  picture: 0,
  pictureBoxes: [],
  ...more,
})

describe('the way from change to change', () => {
  it('stops at each change of words, and marks what went on the left and what came on the right', () => {
    const changes = [
      { removed: words('500'), added: words('600') },
      { removed: words('clean', 'onboard'), added: [] },
    ]
    const found = changesIn([page({}), page({ left: 2, right: 3, changes })])
    expect(found.map(({ sentence }) => sentence)).toEqual([
      'Page 3: “500” became “600”.',
      'Page 3: “clean onboard” was removed.',
    ])
    expect(found[0]?.marks).toEqual([
      { side: 'right', pageNumber: 3, box: BOX, kind: 'added' },
      { side: 'left', pageNumber: 2, box: BOX, kind: 'removed' },
    ])
  })

  it('marks pictures on both sides, and a page that came or went on the side that has it', () => {
    const found = changesIn([
      page({ picture: 0.1, pictureBoxes: [BOX] }),
      page({ left: null, right: 2 }),
      page({ left: 2, right: null }),
    ])
    expect(found.map(({ marks }) => marks.map(({ side, kind }) => `${side} ${kind}`))).toEqual([
      ['left picture', 'right picture'],
      ['right added'],
      ['left removed'],
    ])
  })
})
