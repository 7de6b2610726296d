import { describe, expect, it } from 'vitest'
import { createFind } from '../../../../src/renderer/preview/find-in-document.ts'
import { createPreviewStore } from '../../../../src/renderer/preview/preview-store.ts'

function openFind() {
  const store = createPreviewStore()
  const asked: { name: string; wish: object }[] = []
  const find = createFind(store, { dispatch: (name, wish) => void asked.push({ name, wish }) })
  return { store, find, asked }
}

describe('finding in a document', () => {
  it('passes words and options to the viewer', () => {
    const { find, asked } = openFind()
    find.change({ query: 'vessel', isWholeWord: true })
    expect(asked).toEqual([
      {
        name: 'find',
        wish: expect.objectContaining({ type: '', query: 'vessel', entireWord: true, caseSensitive: false }),
      },
    ])
  })

  it('steps in either direction', () => {
    const { find, asked } = openFind()
    find.change({ query: 'vessel' })
    find.step(-1)
    find.step(1)
    expect(asked.slice(1).map(({ wish }) => wish)).toEqual([
      expect.objectContaining({ type: 'again', findPrevious: true }),
      expect.objectContaining({ type: 'again', findPrevious: false }),
    ])
  })

  it('searches again for the words in the bar when it is reopened', () => {
    const { find, asked, store } = openFind()
    find.open()
    expect(asked).toEqual([])
    find.change({ query: 'vessel' })
    find.close()
    expect(store.getState().find).toMatchObject({ isOpen: false, query: 'vessel', total: 0 })
    find.open()
    expect(asked.map(({ name }) => name)).toEqual(['find', 'findbarclose', 'find'])
  })

  it('clears the count when the words are cleared', () => {
    const { find, store } = openFind()
    find.change({ query: 'vessel' })
    expect(store.getState().find.isSearching).toBe(true)
    find.change({ query: '' })
    expect(store.getState().find).toMatchObject({ isSearching: false, total: 0 })
  })
})
