import { describe, expect, it } from 'vitest'
import { compareDocuments, type ComparedPage, isDifferent } from '../../../../src/shared/compare/compare-documents.ts'
import { changeSentence, comparisonSentence } from '../../../../src/shared/compare/comparison-words.ts'
import { GRID, type PageContent } from '../../../../src/shared/compare/page-content.ts'

const NOWHERE = { left: 0, top: 0, width: 0, height: 0 }

/** A page of words; `dark` are cells of its picture. */
function page(text: string, dark: readonly number[] = []): PageContent {
  const picture = new Uint8Array(GRID * GRID)
  for (const cell of dark) picture[cell] = 200
  return { words: text.split(' ').flatMap((word) => (word === '' ? [] : { text: word, box: NOWHERE })), picture }
}

const compare = (left: PageContent[], right: PageContent[]): ComparedPage[] => compareDocuments(left, right, 2)
const paired = (pages: readonly ComparedPage[]): (readonly (number | null)[])[] =>
  pages.map(({ left, right }) => [left, right])

const A = 'bill of lading number one consignee aurora'
const B = 'certificate of origin quantity five hundred tonnes'
const C = 'packing list of forty containers in rotterdam'

describe('pages', () => {
  it('are aligned where one was inserted or removed', () => {
    const x = page('a notice that nobody had before')
    expect(paired(compare([page(A), page(B)], [page(A), x, page(B)]))).toEqual([
      [1, 1],
      [null, 2],
      [2, 3],
    ])
    expect(paired(compare([page(A), page(B), page(C)], [page(B), page(C)]))).toEqual([
      [1, null],
      [2, 1],
      [3, 2],
    ])
  })

  it('are aligned by common words where all of them changed', () => {
    const found = compare([page(A), page(B)], [page(C), page(`${A} new`), page(`${B} new`)])
    expect(paired(found)).toEqual([
      [null, 1],
      [1, 2],
      [2, 3],
    ])
  })

  it('without text are aligned by their pictures', () => {
    const scans = [page('', [1, 2, 3]), page('', [50, 51, 52, 53])]
    expect(paired(compare(scans, [page('', [900]), ...scans]))).toEqual([
      [null, 1],
      [1, 2],
      [2, 3],
    ])
  })

  it('belong together where nothing is like anything, as far as both sides go', () => {
    expect(paired(compare([page(A)], [page(C)]))).toEqual([[1, 1]])
    expect(paired(compare([page(A), page(B)], [page(C)]))).toEqual([
      [1, 1],
      [2, null],
    ])
  })

  it('are taken in order where there are too many to compare each with each', () => {
    const many = (word: string): PageContent[] => Array.from({ length: 120 }, (_none, at) => page(`${word} ${at}`))
    const found = compare(many('left'), many('right'))
    expect(found).toHaveLength(120)
    expect(found.every(({ left, right }) => left === right)).toBe(true)
  })
})

describe('pictures', () => {
  it('differ by the part of the page, with a box around each part that hangs together', () => {
    const [found] = compare([page(A)], [page(A, [0, 1, GRID, GRID * 40 + 63])])
    expect(found?.picture).toBeCloseTo(4 / GRID ** 2)
    expect(found?.pictureBoxes).toEqual([
      { left: 0, top: 0, width: 2 / GRID, height: 2 / GRID },
      { left: 63 / GRID, top: 40 / GRID, width: 1 / GRID, height: 1 / GRID },
    ])
  })

  it('are the same within the tolerance', () => {
    const grey = page(A, [7])
    const nearly = {
      ...grey,
      picture: Uint8Array.from(grey.picture, (cell) => (cell === 0 ? 0 : cell - 2)),
    }
    expect(compare([grey], [nearly]).filter(isDifferent)).toEqual([])
  })
})

describe('words that are the same', () => {
  const placed = (left: number): PageContent => {
    const { words, picture } = page(A)
    return { words: words.map((word, at) => (at === 2 ? { ...word, box: { ...NOWHERE, left } } : word)), picture }
  }

  it('differ where they are elsewhere, such as a cross in another box, but not by what the width of letters makes out', () => {
    expect(compare([placed(0.1)], [placed(0.14)]).filter(isDifferent)).toEqual([])
    const [moved] = compare([placed(0.1)], [placed(0.3)]).flatMap(({ changes }) => changes)
    expect(moved).toMatchObject({ removed: [{ text: 'lading' }], added: [{ text: 'lading', box: { left: 0.3 } }] })
    expect(moved === undefined ? '' : changeSentence(moved)).toBe('“lading” is in another place')
  })
})

describe('the sentence', () => {
  it.each([
    { left: [page(A)], right: [page(A)], says: 'Nothing differs: 1 page, the same words and pictures.' },
    { left: [page(A)], right: [page(A.replace('one', 'two'))], says: '1 word differs on page 1.' },
    {
      left: [page(A), page(B), page(C)],
      right: [page(`${A} x y`), page(B), page(C, [1])],
      says: '2 words and 1 picture differ on pages 1 and 3.',
    },
    { left: [page(A)], right: [page(A, [5])], says: 'The words are the same, but 1 picture differs on page 1.' },
    { left: [page(A)], right: [page(A), page(B), page(C)], says: 'Pages 2 and 3 were inserted.' },
    { left: [page(A), page(B)], right: [page(A)], says: 'Page 2 of the earlier one was removed.' },
  ])('says: $says', ({ left, right, says }) => {
    expect(comparisonSentence(compare(left, right))).toBe(says)
  })

  it('names eight pages, and how many more', () => {
    const many = (word: string): PageContent[] => Array.from({ length: 12 }, (_none, at) => page(`${A} ${at} ${word}`))
    expect(comparisonSentence(compare(many('x'), many('y')))).toBe(
      '12 words differ on pages 1, 2, 3, 4, 5, 6, 7, 8 and 4 others.',
    )
  })
})
