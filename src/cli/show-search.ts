import type { SearchProgress } from '../main/core/parcel-desk.ts'
import { searchProgressText } from './progress-text.ts'
import type { Screen } from './screen.ts'

/** Fewer are over before the sentence is read. */
const WORTH_SAYING = 20

/** Shows how far a search has come; how many calls it takes is said before the first of them, where they are many. */
export function showSearch(screen: Screen): (progress: SearchProgress) => void {
  return (progress) => {
    const { requests, expectedRequests } = progress
    if (requests === 0 && expectedRequests >= WORTH_SAYING)
      screen.note(`This takes about ${expectedRequests} searches.`)
    screen.progress(searchProgressText(progress))
  }
}
