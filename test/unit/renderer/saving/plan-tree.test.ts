import { describe, expect, it } from 'vitest'
import {
  buildPlanTree,
  parentRow,
  type PlannedDocument,
  shownRows,
  type TreeRow,
} from '../../../../src/renderer/saving/store/plan-tree.ts'

const document = (relativePath: string, more: Partial<PlannedDocument> = {}): PlannedDocument => ({
  setId: 's',
  documentId: relativePath,
  relativePath,
  state: 'pending',
  isCollision: false,
  action: 'save',
  there: null,
  modifiedDate: null,
  ...more,
})
const outline = (rows: readonly TreeRow[]): string[] =>
  rows.map(({ level, name }) => `${'  '.repeat(level - 1)}${name}`)
const all = (): boolean => true

const documents = [
  document('Beta/SHP-10/b.pdf'),
  document('Beta/SHP-9/a 10.pdf', { state: 'skipped', action: 'leave' }),
  document('Beta/SHP-9/a 9.pdf', { isCollision: true }),
  document('loose.pdf'),
  document('Alpha/c.pdf'),
]

describe('the tree of a plan', () => {
  it('lists folders before files, in the order of a file browser, whatever the order of the plan', () => {
    expect(outline(shownRows(buildPlanTree(documents), all))).toEqual([
      'Alpha',
      '  c.pdf',
      'Beta',
      '  SHP-9',
      '    a 9.pdf',
      '    a 10.pdf',
      '  SHP-10',
      '    b.pdf',
      'loose.pdf',
    ])
  })

  it('knows the folder of each row, and that the uppermost have none', () => {
    const rows = shownRows(buildPlanTree(documents), all)
    const parents = rows.map(({ name }, at) => [name, rows[parentRow(rows, at) ?? -1]?.name])
    expect(parents).toEqual([
      ['Alpha', undefined],
      ['c.pdf', 'Alpha'],
      ['Beta', undefined],
      ['SHP-9', 'Beta'],
      ['a 9.pdf', 'SHP-9'],
      ['a 10.pdf', 'SHP-9'],
      ['SHP-10', 'Beta'],
      ['b.pdf', 'SHP-10'],
      ['loose.pdf', undefined],
    ])
  })

  it('hides the contents of a closed folder, and still counts them', () => {
    const rows = shownRows(buildPlanTree(documents), (path) => path !== 'Beta')
    expect(outline(rows)).toEqual(['Alpha', '  c.pdf', 'Beta', 'loose.pdf'])
    expect(rows.find(({ path }) => path === 'Beta')).toMatchObject({
      kind: 'folder',
      documents: 3,
      isOpen: false,
    })
  })

  it('gives every row its position among its siblings, for screen readers', () => {
    const places = shownRows(buildPlanTree(documents), all).map(({ name, place, siblings }) => [name, place, siblings])
    expect(places).toContainEqual(['Alpha', 1, 3])
    expect(places).toContainEqual(['loose.pdf', 3, 3])
    expect(places).toContainEqual(['SHP-10', 2, 2])
    expect(places).toContainEqual(['a 10.pdf', 2, 2])
  })

  it('filters by names with an id added, or by existing files', () => {
    expect(outline(shownRows(buildPlanTree(documents, 'collision'), all))).toEqual(['Beta', '  SHP-9', '    a 9.pdf'])
    expect(outline(shownRows(buildPlanTree(documents, 'leave'), all))).toEqual(['Beta', '  SHP-9', '    a 10.pdf'])
  })

  it('handles a folder of a hundred thousand files, more than a call takes arguments', () => {
    const many = Array.from({ length: 150_000 }, (_, at) => document(`One/${at}.pdf`))
    expect(shownRows(buildPlanTree(many), all)).toHaveLength(150_001)
  })
})
