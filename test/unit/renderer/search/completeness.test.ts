import { describe, expect, it } from 'vitest'
import { completeness } from '../../../../src/renderer/search/SearchProgressLine.tsx'

const done = { state: 'done', loaded: 239, total: 240, isComplete: false } as const

describe('how complete a search is', () => {
  it('says that rows could not be read, without blaming the service for keeping them', () => {
    const lacking = { unsent: 0, unreadable: 1 }
    expect(completeness({ ...done, lacking })).toBe('239 of 240: 1 row could not be read')
  })

  it('says that the service did not send the rest', () => {
    const lacking = { unsent: 140, unreadable: 0 }
    expect(completeness({ ...done, loaded: 100, lacking })).toBe('100 of 240: the service did not send the rest')
  })

  it('gives both reasons if both apply', () => {
    const lacking = { unsent: 140, unreadable: 2 }
    expect(completeness({ ...done, loaded: 98, lacking })).toBe(
      '98 of 240: the service did not send the rest, and 2 rows could not be read',
    )
  })

  it('blames nobody if only some states were requested and a customer is denied', () => {
    const lacking = { unsent: 0, unreadable: 0 }
    expect(completeness({ ...done, loaded: 5, lacking })).toBe('5 of 240: the search is incomplete')
  })
})
