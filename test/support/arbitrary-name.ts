import fc from 'fast-check'
import { HOSTILE_NAMES } from './hostile-names.ts'

const TRICKY_PIECES = [
  '.',
  ' ',
  '-',
  '/',
  '\\',
  ':',
  '"',
  '~1',
  'CON',
  'nul',
  'COM\u00b9',
  '.pdf',
  '.PDF',
  '[1a2b3c4d]',
  '\u0301',
  '\u0338',
  '\u200d',
  '\u202e',
  '\ud800',
  '\udc00',
  '\u00df',
  '\u1e9e',
  'SS',
  '\u0130',
  '\ufb01',
  '\uff0f',
  '\u00a0',
  '\u3000',
  '\n',
  '\u0000',
  '\u{1f600}',
  '\u{e0041}',
  '\ue03a',
  '\uffff',
  '\u6f22',
  '\u0390',
  '\u1f82',
]

/** Any text at all: every UTF-16 unit, halves of pairs included, mixed with what names choke on. */
export const arbitraryName: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 }).map((units) => String.fromCharCode(...units)),
  fc
    .array(fc.oneof(fc.constantFrom(...TRICKY_PIECES), fc.string({ maxLength: 6 })), { maxLength: 60 })
    .map((pieces) => pieces.join('')),
  fc.constantFrom(...HOSTILE_NAMES),
)

/** Names that often collide, or nearly: they differ by case, by composition of their accents, or by a mark at the end. */
export const collidingName: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    'BL.pdf',
    'bl.PDF',
    'bl',
    'BL [1a2b3c4d].pdf',
    'BL [1a2b3c4d-0000].pdf',
    'bl [1A2B3C4E].pdf',
    'CON',
    '_CON',
    'a/b',
    'a:b',
    'caf\u00e9',
    'cafe\u0301',
    'STRASSE',
    'stra\u00dfe',
    '\u212aelvin',
    'kelvin',
    '\ufb01le',
    'file',
    'x'.repeat(200),
    `${'x'.repeat(200)}y`,
    '',
    '...',
  ),
  arbitraryName,
)

/** Document ids, many with the same beginning. */
export const collidingId: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('1a2b3c4d', '1a2b3c4e'),
    fc.constantFrom('0000', '0001'),
    fc.constantFrom('4000', '4001'),
    fc.integer({ min: 0, max: 0xfffff }),
  )
  .map(([first, second, third, last]) => `${first}-${second}-${third}-8000-${last.toString(16).padStart(12, '0')}`)
