import { describe, expect, it } from 'vitest'
import { csvCell } from '../../../../src/shared/text/csv-cell.ts'
import { plainText } from '../../../../src/shared/text/plain-text.ts'
import { createLogger } from '../../../../src/engine/base/logger.ts'
import { redact } from '../../../../src/engine/base/redact.ts'
import { quoteEnvelope, quoteBody } from '../../../../src/engine/exchange/read-answer.ts'
import { isLinear } from '../../../support/work-growth.ts'

/** Generous, because the machine may be slow. */
const PATIENCE = { timeout: 120_000 }

const logger = createLogger({ write: () => undefined })

/** Every function that reads text from outside. */
const READERS: [what: string, read: (text: string) => unknown][] = [
  ['redact', (text) => redact(text)],
  ['redact of everything', (text) => redact(text, ['hunter2-canary', String.raw`\"\"\"\"\"%&%&`], Infinity)],
  ['a line of the log', (text) => logger.warn('event', { said: text, failure: { said: text } })],
  ['an error of the service', (text) => quoteEnvelope({ code: 400, errorMessage: text })],
  ['a body that is no JSON', (text) => quoteBody(Buffer.from(text))],
  ['plainText', (text) => plainText(text)],
  ['csvCell', csvCell],
]

/** Text that makes a pattern start everywhere and read to the end without a match. */
const PREFIXES = [
  'a://',
  'a:/',
  'a%3a%2f%2f',
  '&#58;',
  'password%3a',
  'basic%20',
  '\\u0',
  'http://u:p@',
  'eyJ',
  'eyJ-',
  'eyJaaaa.',
  'token:"',
  'token:',
  'token =',
  'password="\\',
  'bearer ',
  'basic aaaa',
  '<title ',
  '<',
  '"\\',
  ' ',
  '. ',
  '.',
  '-',
  '\t',
  '\n',
  ';=',
  'a1 ',
  'é',
  '\0',
  '\u202E',
  'a\u200D',
  '\uD800',
  '\u0301',
  '\u0316\u0301',
  '😀',
]

describe('text from outside', () => {
  it.each(READERS)('takes linear time in %s, whatever a long run of it repeats', PATIENCE, (_what, read) => {
    expect(PREFIXES.filter((prefix) => !isLinear(read, prefix))).toEqual([])
  })
})
