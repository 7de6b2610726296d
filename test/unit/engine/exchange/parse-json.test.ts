import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ExcessiveJson, parseInSlices, parseLargeJson } from '../../../../src/engine/exchange/parse-json.ts'

/** The largest answer that is read at all. */
const MAX_BYTES = 16 * 1024 * 1024
/** In characters: what is read without a break, and the value that was just being read. */
const MAX_TURN = 129 * 1024

/** As much of this as the largest answer has. */
const filled = (start: string, piece: string, end: string): string =>
  start + piece.repeat(Math.floor((MAX_BYTES - start.length - end.length) / piece.length)) + end

/** The most characters that were read without a break, and what came of it. */
function readAll(text: string): { longest: number; value?: unknown; thrown?: unknown } {
  let longest = 0
  let from = 0
  const turns = parseInSlices(text)
  try {
    for (;;) {
      const turn = turns.next()
      const at = turn.done === true ? text.length : turn.value
      longest = Math.max(longest, at - from)
      from = at
      if (turn.done === true) return { longest, value: turn.value }
    }
  } catch (thrown) {
    return { longest, thrown }
  }
}

describe('JSON that is read in turns', () => {
  it('is the same as by JSON.parse', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(3), (json, indent) => {
        const text = JSON.stringify(JSON.parse(json), undefined, indent)
        expect(readAll(text).value).toEqual(JSON.parse(text))
      }),
    )
    const text = ' {"__proto__": {"a": 1}, "a": [1, -2.5, true, null, "\\\\\\"\\u00e9", {}, []], "a": "last"}\n'
    const { value } = readAll(text)
    expect(value).toEqual(JSON.parse(text))
    expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(text)))
  })

  it.each(['', '[', '[1', '[1,]', '[1 2]', '{"a"}', '{"a":}', '{a:1}', '"a', '"a\n"', '01', '1.', '[1]]', '{]', 'tru'])(
    'is refused where JSON.parse refuses it: %j',
    (text) => {
      expect((): unknown => JSON.parse(text)).toThrow(SyntaxError)
      expect(readAll(text).thrown).toBeInstanceOf(SyntaxError)
    },
  )

  it('never goes on for long without a break, in the largest honest answer (W-H1)', () => {
    const row = JSON.stringify({ setId: 'x'.repeat(36), cargo: 'y'.repeat(300), documents: [{ name: 'a "name"' }] })
    const text = filled('{"data":{"results":[', `${row},`, `${row}]}}`)
    const { longest, value } = readAll(text)
    expect(longest).toBeLessThan(MAX_TURN)
    expect(value).toEqual(JSON.parse(text))
  })

  it.each([
    ['lists', filled('[', '[],', '[]]'), 'it has a list of more than 50000 entries'],
    ['lists in lists', filled('[', `[${'[],'.repeat(40_000)}[]],`, '[]]'), 'it has more than 1000000 values'],
    ['numbers', filled('[', '1,', '1]'), 'it has a list of more than 50000 entries'],
    ['levels', filled('', '[', ''), 'it has more than 10000 levels'],
    ['fields', filled('{', '"a":1,', '"a":1}'), 'it has an object of more than 10000 fields'],
    ['escaped quotes', filled('["', '\\"', '"]'), 'it has a text of more than 4194304 characters'],
  ])('rejects an answer of nothing but %s before it takes long (W-H1)', async (_what, text, message) => {
    const { longest, thrown } = readAll(text)
    expect(longest).toBeLessThan(MAX_TURN)
    expect(thrown).toEqual(new ExcessiveJson(message))
    await expect(parseLargeJson(text)).rejects.toThrow(message)
  })

  it('yields to others in between', async () => {
    let turns = 0
    const timer = setInterval(() => (turns += 1), 0)
    const text = filled('[', `"${'x'.repeat(1000)}",`, '"x"]')
    expect(await parseLargeJson(text)).toEqual(JSON.parse(text))
    clearInterval(timer)
    expect(turns).toBeGreaterThan(0)
  })
})
