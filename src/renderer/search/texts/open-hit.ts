import { flushSync } from 'react-dom'
import { goTo } from '../../client/place-store.ts'
import { setStore } from '../../set/set-store.ts'
import { searchStore } from '../search-store.ts'
import type { TextHit } from './texts-store.ts'

/** Shows the set with the document on that page, and has the found words looked for in it. */
export function openHit({ setId, documentId, sha256, page, snippet }: TextHit): void {
  // As it stands in the document, which is what the preview looks for; it joins what a line’s end divides.
  const query = snippet.find(({ isFound }) => isFound)?.text.replaceAll(/(?<=\p{L})[-\u2010] (?=\p{L})/gu, '') ?? ''
  flushSync(() => {
    goTo('search')
    searchStore.grid.setState({ currentId: null })
  })
  setStore.actions.showByItself('search', setId)
  setStore.actions.showPage('search', { documentId, sha256, page, query })
}
