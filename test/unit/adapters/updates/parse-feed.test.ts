import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { parseFeed } from '../../../../src/adapters/updates/parse-feed.ts'

const SHA = `${'A'.repeat(86)}==`
const FILES = [
  { url: 'parcel-desk-0.2.0-win-x64.exe', sha512: SHA, size: 7 },
  { url: 'a b #1: é.exe', sha512: SHA, size: 2_000_000_000 },
]

describe('an update list', () => {
  it.each([
    ['as the package writes it', stringify({ version: '0.2.0', files: FILES }, { lineWidth: 0 })],
    [
      'quoted',
      stringify(
        { version: '0.2.0', files: FILES },
        { lineWidth: 0, defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN' },
      ),
    ],
    [
      'in single quotes',
      stringify(
        { version: '0.2.0', files: FILES },
        { defaultStringType: 'QUOTE_SINGLE', defaultKeyType: 'PLAIN', lineWidth: 0 },
      ),
    ],
    ['in another order', stringify({ files: FILES, path: 'x', version: '0.2.0' }, { lineWidth: 0, indentSeq: false })],
    [
      'of a computer with Windows',
      stringify({ version: '0.2.0', files: FILES }, { lineWidth: 0 }).replaceAll('\n', '\r\n'),
    ],
  ])('is read %s', (_what, text) => {
    expect(parseFeed(text)).toEqual({ version: '0.2.0', files: FILES })
  })

  it('has no more than its version and the address, the hash and the size of each file', () => {
    const text = `# by hand
version: 0.2.0 # the newest
files:
  - sha512: ${SHA}
    url: 'it''s.exe'
    size: 7
    blockMapSize: 3
    packages:
      x64:
        url: elsewhere.exe
      list:
        - url: elsewhere.exe
path: elsewhere.exe
releaseNotes: |
  version: 9.9.9
  - url: elsewhere.exe
sha512: none
`
    expect(parseFeed(text)).toEqual({ version: '0.2.0', files: [{ url: "it's.exe", sha512: SHA, size: 7 }] })
  })

  it.each([
    ['version twice', 'version: 0.2.0\nversion: 0.3.0\n'],
    ['its files twice', 'files:\n  - url: a\nfiles:\n  - url: b\n'],
    ['an address twice', 'files:\n  - url: a\n    url: b\n'],
  ])('that has %s is none: which counts is not for a guess', (_what, text) => {
    expect(() => parseFeed(text)).toThrow('twice')
  })

  it.each([
    ['keys within keys, which kept a YAML library busy for minutes', '? '.repeat(32_000)],
    ['blanks without end', `version:${' '.repeat(60_000)}x`],
    ['blanks before what is no comment', `version: a${' '.repeat(60_000)}x#`],
    ['a quote without end', `version: "${'\\"'.repeat(30_000)}`],
    ['quotes without end', `version: ${"'".repeat(60_001)}x`],
    ['dashes', '- '.repeat(32_000)],
    ['entries', `files:\n${'  - url: a\n'.repeat(6_000)}`],
    ['lists in lists', '['.repeat(64_000)],
    ['a web page', '<!doctype html>\n<p>version: 9.9.9</p>\n'],
  ])('of 64 kB of %s takes no time to speak of, and names no version that is one', (_what, text) => {
    expect(parseFeed(text)).not.toMatchObject({ version: expect.stringMatching(/^\d+\.\d+\.\d+$/) })
  })

  it.each(['1e3', '-7', '7.5', '0x10', '1_000', ''])('has no size where that is %j', (size) => {
    expect(parseFeed(`version: 0.2.0\nfiles:\n  - url: a\n    size: ${size}\n`)).toEqual({
      version: '0.2.0',
      files: [{ url: 'a', sha512: undefined, size: undefined }],
    })
  })
})
