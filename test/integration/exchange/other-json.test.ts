import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { digitsOf } from '../../../src/engine/exchange/parse-json.ts'
import { readJson } from '../../../src/engine/exchange/read-answer.ts'
import { seededRandom } from '../../exchange-service/seeded-random.ts'
import { PYTHON } from '../../support/system-packages.ts'

/** Each answer in hex; one line for each: null where it is not JSON in UTF-8, else its values, numbers by their digits. */
const READ_ALL = `
import json, sys
def refuse(word): raise ValueError(word)
def plain(value):
  if isinstance(value, Digits): return {'number': value.text}
  if isinstance(value, list): return {'list': [plain(one) for one in value]}
  if isinstance(value, dict): return {'fields': sorted([name, plain(one)] for name, one in value.items())}
  return {'value': value}
class Digits:
  def __init__(self, text): self.text = text
  def __lt__(self, other): return False
def read(line):
  try:
    text = bytes.fromhex(line.strip()).decode('utf-8-sig')
    return plain(json.loads(text, parse_int=Digits, parse_float=Digits, parse_constant=refuse))
  except (ValueError, RecursionError): return None
for line in sys.stdin: print(json.dumps(read(line)))`

const NUMBERS = (
  '0 -0 1 -17 007 1. .5 1.10 -0.0 0.1 1e5 1E+05 1e-7 1e400 -1e-400 +1 12345678901234567890 9007199254740993 ' +
  '0.1234567890123456789 1e 0x10 NaN Infinity -Infinity'
).split(' ')
const TEXTS = [
  '""',
  '"SHP-1"',
  '"Größe 漢字 🚢"',
  String.raw`"\u0053\ud83d\udea2\n\"\\\/"`,
  String.raw`"\ud800"`,
  String.raw`"\x"`,
  '"a\tb"',
  '"a\nb"',
  "'a'",
  '"\u2028"',
  '"x',
  String.raw`"\u12"`,
  '"1.10, [1.5"',
  '"\u0000"',
  '"\u007f"',
]
const WORDS = ['true', 'false', 'null', 'nul', 'True', 'undefined', '']
const NAMES = ['"a"', '"b"', '"__proto__"', '"1"', '"a"', 'a', '"é"']
const SPACES = ['', '', ' ', '\n', '\t\r\n', '\f', '\u00a0', '/* */']
const BROKEN = [[0xff], [0xc3], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xef, 0xbb, 0xbf], [0xfc]]

/** An answer, most of them sound: each part is seldom one that is not JSON. */
function answerAt(seed: number): Buffer {
  const random = seededRandom(seed)
  const pick = <T>(some: readonly T[]): T | undefined => some[Math.floor(random() * some.length)]
  const space = (): string => (random() < 0.7 ? '' : (pick(SPACES) ?? ''))
  const sound = (some: readonly string[], form: RegExp): string =>
    (random() < 0.97 ? pick(some.filter((one) => form.test(one))) : pick(some)) ?? ''
  const value = (levels: number): string => {
    const kind = random()
    if (levels > 0 && kind < 0.3) return `[${list(levels, value)}]`
    if (levels > 0 && kind < 0.6) {
      return `{${list(levels, (deeper) => `${sound(NAMES, /^"/)}${space()}:${space()}${value(deeper)}`)}}`
    }
    if (kind < 0.75) return sound(NUMBERS, /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i)
    return kind < 0.9
      ? sound(TEXTS, /^"(?:[^\\"\p{Cc}]|\\(?:[nrt"\\/]|u[\da-f]{4}))*"$/u)
      : sound(WORDS, /^(?:true|false|null)$/)
  }
  const list = (levels: number, one: (levels: number) => string): string => {
    const items = Array.from({ length: Math.floor(random() * 4) }, () => `${space()}${one(levels - 1)}${space()}`)
    return `${items.join(',')}${random() < 0.02 ? ',' : ''}`
  }
  const whole = Buffer.from(`${space()}${value(5)}${space()}`)
  const fault = random()
  const at = Math.floor(random() * whole.length)
  if (fault < 0.05) return whole.subarray(0, at)
  if (fault < 0.12) return Buffer.concat([whole.subarray(0, at), Buffer.from(pick(BROKEN) ?? []), whole.subarray(at)])
  return fault < 0.14 ? Buffer.concat([Buffer.from('\ufeff'), whole]) : whole
}

function plain(value: unknown): unknown {
  const digits = digitsOf(value)
  if (digits !== undefined) return { number: digits }
  if (Array.isArray(value)) return { list: value.map(plain) }
  if (typeof value !== 'object' || value === null) return { value }
  const fields = Object.entries(value).map(([name, inner]) => [name, plain(inner)] as const)
  return { fields: fields.toSorted(([one], [other]) => Buffer.compare(Buffer.from(one), Buffer.from(other))) }
}

describe.runIf(existsSync(PYTHON))('an answer as Python’s json reads it', () => {
  it('is read alike: the same values, each number in its digits, and refused where it is none', async () => {
    const answers = Array.from({ length: 3_000 }, (_, seed) => answerAt(seed))
    const input = answers.map((body) => `${body.toString('hex')}\n`).join('')
    const { stdout, stderr } = spawnSync(PYTHON, ['-c', READ_ALL], { input, encoding: 'utf8', maxBuffer: 1e9 })
    expect(stderr).toBe('')
    const theirs = stdout
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
    expect(theirs).toHaveLength(answers.length)
    // The makers differ enough, and agree often enough, to prove something.
    expect(theirs.filter((one) => one === null).length).toBeGreaterThan(200)
    expect(theirs.filter((one) => one !== null).length).toBeGreaterThan(1_000)
    for (const [place, body] of answers.entries()) {
      const read = await readJson({ status: 200, headers: {}, body }, 'the search').catch(() => undefined)
      const ours = read === undefined ? null : plain(read)
      expect(ours, `${place}: ${body.toString('latin1')}`).toEqual(theirs[place])
    }
  })

  it('is written back with the digits that came, so that another reader has them too', async () => {
    const numbers = NUMBERS.filter((one) => /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(one))
    const body = Buffer.from(`[${numbers.join()}]`)
    expect(JSON.stringify(await readJson({ status: 200, headers: {}, body }, 'the search'))).toBe(`[${numbers.join()}]`)
  })
})
