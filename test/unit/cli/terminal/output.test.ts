import { Writable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { jsonChunks, createOutput } from '../../../../src/cli/terminal/output.ts'
import { failureOf } from '../../../../src/shared/errors/app-error.ts'

type WriteDone = (error?: Error | null) => void

/** A stream that takes a block only when the test lets it. */
function slowStream(): { stream: Writable; taken: string[]; let: () => Promise<void> } {
  const taken: string[] = []
  const waiting: (() => void)[] = []
  const stream = new Writable({
    highWaterMark: 1,
    write: (chunk: Buffer, _encoding, done: WriteDone) => {
      waiting.push(() => {
        taken.push(chunk.toString())
        done()
      })
    },
  })
  const letOne = async (): Promise<void> => {
    waiting.shift()?.()
    await turn()
  }
  return { stream, taken, let: letOne }
}

function failing(code: string): Writable {
  const error = Object.assign(new Error(`write ${code}`), { code })
  return new Writable({ autoDestroy: false, write: (_chunk, _encoding, done: WriteDone) => done(error) })
}

function counting(total: number, text: string): { pieces: Iterable<string>; made: () => number } {
  let made = 0
  const pieces = (function* () {
    for (; made < total; made += 1) yield text
  })()
  return { pieces, made: () => made }
}

describe('createOutput', () => {
  it('produces at most one block ahead of a slow reader, because a hundred thousand sets would fill the memory', async () => {
    const { stream, taken, let: letOne } = slowStream()
    const { pieces, made } = counting(1000, 'x'.repeat(1024))
    const writing = createOutput(stream).write(pieces)
    await turn()
    expect(made()).toBeLessThan(70)
    await letOne()
    expect(made()).toBeGreaterThan(100)
    expect(made()).toBeLessThan(140)
    let isDone = false
    void writing.then(() => (isDone = true))
    while (!isDone) await letOne()
    expect(taken.join('')).toBe('x'.repeat(1024 * 1000))
  })

  it('ends quietly when the reader has gone, and produces nothing more for it', async () => {
    const { pieces, made } = counting(1000, 'x'.repeat(1024))
    const output = createOutput(failing('EPIPE'))
    await expect(output.write(pieces)).resolves.toBeUndefined()
    expect(made()).toBeLessThan(200)
    await expect(output.write(['more'])).resolves.toBeUndefined()
  })

  it('fails if the disk behind it is full, because a cut result must not look complete', async () => {
    const failure = await createOutput(failing('ENOSPC'))
      .write(['x'])
      .catch((thrown: unknown) => failureOf(thrown))
    expect(failure).toMatchObject({ tag: 'storage-failed', file: 'Standard output' })
  })
})

describe('jsonChunks', () => {
  it.each([
    [{}],
    [{ a: 1, b: 'x', c: null, d: { e: [1] } }],
    [{ list: [] }],
    [{ list: [1, { a: 'ü\n' }], after: true }],
    [[]],
    [[{ a: 1 }, { a: 2 }]],
  ])('writes the same as JSON.stringify: %j', (document) => {
    expect(JSON.parse([...jsonChunks(document)].join(''))).toEqual(document)
  })

  it('reads a list as it is written, one item per line, and leaves out undefined fields', () => {
    const items = new Set(['a', 'b']).values()
    expect([...jsonChunks({ list: items, none: undefined, total: 2 })].join('')).toBe(
      '{"list":[\n"a",\n"b"\n],\n"total":2}\n',
    )
  })

  it('produces no item before it is needed', () => {
    const { pieces, made } = counting(10, 'x')
    const chunks = jsonChunks({ list: pieces })
    for (let at = 0; at < 4; at += 1) chunks.next()
    expect(made()).toBeLessThan(4)
  })
})
