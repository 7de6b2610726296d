import { describe, expect, it } from 'vitest'
import { openingText } from '../../../../../src/renderer/set/document/opening-progress.ts'

const document = { setId: 's', documentId: 'd' }

describe('the progress of opening a document', () => {
  it.each([
    [{ bytes: 12_000_000, totalBytes: 700_000_000, attempt: 1 }, '12 MB of 700 MB, 1 %'],
    [{ bytes: 12_000_000, totalBytes: null, attempt: 1 }, '12 MB'],
    [{ bytes: 0, totalBytes: null, attempt: 1 }, ''],
    [{ bytes: 0, totalBytes: null, attempt: 2 }, 'The download was incomplete; attempt 2'],
    [{ bytes: 500, totalBytes: 1000, attempt: 3 }, 'The download was incomplete; attempt 3: 500 B of 1.0 kB, 50 %'],
  ])('is said as it is: %j', (progress, words) => {
    expect(openingText({ ...document, ...progress })).toBe(words)
  })
})
