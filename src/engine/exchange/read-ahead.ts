import { mapConcurrently } from '../base/map-concurrently.ts'
import { hasMoved, isOver, type Reading } from './search-reading.ts'
import type { SearchPage } from './search-page.ts'

/** Low, because the service names no rate limit (T33). */
const PAGES_AT_ONCE = 4

interface Pages {
  reading: Reading
  /** Rows of a page that was read already. */
  step: number
  ask: (offset: number) => Promise<SearchPage>
  take: (page: SearchPage) => Promise<void>
}

/**
 * Reads several pages at once where paging is known to work, and takes them in their order. Returns false at the first
 * page that is not just what was expected: that one, and all after it, are for the reader that goes step by step (T1 to
 * T3).
 */
export async function readAhead({ reading, step, ask, take }: Pages): Promise<boolean> {
  while (!isOver(reading)) {
    const offsets = nextOffsets(reading, step)
    // One page alone is read as well step by step.
    if (offsets.length < 2) return true
    for (const page of await mapConcurrently(offsets, PAGES_AT_ONCE, ask)) {
      if (!isAsExpected(page, reading, step)) return false
      await take(page)
    }
  }
  return true
}

function nextOffsets({ received, lastTotal = 0 }: Reading, step: number): number[] {
  const pages = step === 0 ? 0 : Math.ceil((lastTotal - received) / step)
  return Array.from({ length: Math.max(0, Math.min(pages, PAGES_AT_ONCE)) }, (_, index) => received + index * step)
}

function isAsExpected(page: SearchPage, reading: Reading, step: number): boolean {
  const { received, lastTotal = 0 } = reading
  return page.rows.length === Math.min(step, lastTotal - received) && hasMoved(page, reading)
}
