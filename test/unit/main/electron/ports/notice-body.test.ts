import { describe, expect, it } from 'vitest'
import { noticeBody } from '../../../../../src/main/electron/ports/notice-body.ts'

describe('the body of a notification', () => {
  const hostile = 'By <a href="https://evil.example">Bank & Co</a>'

  it('shows no link from a message on Linux, where servers interpret markup', () => {
    expect(noticeBody(hostile, 'linux')).toBe('By &lt;a href="https://evil.example"&gt;Bank &amp; Co&lt;/a&gt;')
  })

  it('is unchanged on systems that show it literally', () => {
    expect([noticeBody(hostile, 'win32'), noticeBody(hostile, 'darwin')]).toEqual([hostile, hostile])
  })
})
