import { describe, expect, it } from 'vitest'
import { describeThrown } from '../../../../src/renderer/preview/document/preview-failures.ts'

/** As an error of the thread of pdf.js arrives in the page. */
function fromThread(details: string): Error {
  return Object.assign(new Error(details), { name: 'UnknownErrorException', details })
}

describe('an error of pdf.js, in words', () => {
  it('calls a document damaged only where it breaks the rules of PDF', () => {
    expect(
      describeThrown(fromThread('FormatError: Page dictionary kid reference points to wrong type'), 9).message,
    ).toContain('is damaged')
    for (const fault of ['TypeError: Cannot read properties of undefined', 'RangeError: too much recursion']) {
      const { message, next } = describeThrown(fromThread(fault), 9)
      expect(message).toBe('The document could not be shown, and it is not known why. Its file has 9 B.')
      expect(next).toContain('system’s reader')
    }
    expect(describeThrown('a text', undefined).message).not.toContain('damaged')
  })

  it.each([
    'unknown encryption method',
    'unsupported encryption algorithm',
    'invalid key length',
    'Unknown crypto method',
  ])('calls a protection that pdf.js lacks that: %s', (method) => {
    const { message } = describeThrown(fromThread(`FormatError: ${method}`), 9)
    expect(message).toBe('The document’s protection is not supported here.')
  })
})
