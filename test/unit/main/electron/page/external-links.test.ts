import { describe, expect, it } from 'vitest'
import { externalLink } from '../../../../../src/main/electron/page/external-links.ts'

describe('an external link', () => {
  it('leads to a site on the list', () => {
    expect(externalLink('https://mozilla.github.io/pdf.js/')).toBe('https://mozilla.github.io/pdf.js/')
  })

  it.each([
    'https://exchange.example/',
    'http://nodejs.org/',
    'https://nodejs.org.evil.example/',
    'https://user@nodejs.org/',
    'https://nodejs.org:8443/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'smb://server/share',
    'not an address',
    '',
  ])('leads nowhere: %s', (address) => {
    expect(externalLink(address)).toBeUndefined()
  })
})
