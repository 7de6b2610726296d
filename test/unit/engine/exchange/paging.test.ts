import { describe, expect, it } from 'vitest'
import { countPage, summarizePaging, isFinished, startPaging } from '../../../../src/engine/exchange/paging.ts'

/** What a service that never ends announces. */
const ENDLESS = 1e15
const MAX_ROWS = 500_000
const NOWHERE = { asked: 0, stated: undefined }

describe('a search whose service announces more than there can be (W-M5)', () => {
  it('ends at a number of rows that no announcement changes, and says that it is incomplete', () => {
    const reading = startPaging()
    const rows = Array.from({ length: 10_000 }, () => null)
    let pages = 0
    for (; !isFinished(reading) && pages < 1_000; pages += 1) {
      countPage(reading, { ...NOWHERE, total: ENDLESS, rows, bytes: 1 })
    }
    expect(pages * rows.length).toBe(MAX_ROWS)
    const { isComplete, problems } = summarizePaging(
      { last: reading, readings: 1, loaded: 0, requests: pages },
      'the list',
    )
    expect(isComplete).toBe(false)
    expect(problems[0]?.message).toBe(
      'no more than 0 sets were taken of 1000000000000000 that the service announced; search for less',
    )
  })

  it.each([
    ['bytes', { rows: [null], bytes: 3_000_000 }, 667],
    ['pages', { rows: [null], bytes: 1 }, 50_000],
  ])('ends at a number of %s as well', (_what, page, most) => {
    const reading = startPaging()
    let pages = 0
    for (; !isFinished(reading) && pages < 60_000; pages += 1) {
      countPage(reading, { ...NOWHERE, total: ENDLESS, ...page })
    }
    expect(pages).toBe(most)
  })

  it('ends where the service does not say how many there are', () => {
    const reading = startPaging()
    countPage(reading, { ...NOWHERE, total: undefined, rows: [null], bytes: 2_000_000_000 })
    expect(isFinished(reading)).toBe(true)
  })
})
