import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createSaveStream } from '../../src/engine/saving/transfer/fetch-document.ts'
import { failureOf } from '../../src/shared/errors/app-error.ts'
import { hasProgram } from '../support/system-abilities.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { differences, makeSamples, sampleCount } from './corpus.ts'

const samples = z.array(z.object({ made: z.string(), right: z.enum(['whole', 'cut', 'spoilt']) }))
/** As a network cuts a body: a marker may begin in one piece and end in the next. */
const PIECE_BYTES = 137

describe.skipIf(!hasProgram('qpdf'))('documents', () => {
  it('are whole where all of them came, whatever follows their end, and never where a part is missing', async () => {
    const folder = await tempFolder()
    const count = sampleCount(500)
    const made = samples.parse(await makeSamples('make-documents.py', count, folder))
    const read: string[] = []
    let missed = 0
    for (const [at, { made: how, right }] of made.entries()) {
      const taken = await take(await readFile(join(folder, `${at}.pdf`)), join(folder, 'part'))
      missed += Number(right === 'spoilt' && taken === 'whole')
      read.push(`${how}: ${right === 'spoilt' ? right : taken}`)
    }
    const right = made.map((sample) => `${sample.made}: ${sample.right}`)
    expect(made).toHaveLength(count)
    expect(differences(read, right)).toEqual([])
    // What was changed on the way and has all of its length: most of it no longer fits its table.
    expect(missed / made.filter((sample) => sample.right === 'spoilt').length).toBeLessThan(0.3)
  })
})

/** As its transfer judges it: by a length that fits what came, as a gateway computes it. */
async function take(bytes: Buffer, partFile: string): Promise<'whole' | 'cut' | 'spoilt'> {
  const limit = { largestBytes: Infinity, use: 'save', reserve: { claim: () => undefined } } as const
  const stream = createSaveStream({ partFile, endpoint: 'the document', prepare: async () => undefined, limit })
  stream.head({ status: 200, headers: { 'content-length': String(bytes.length) } })
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) await stream.data(bytes.subarray(at, at + PIECE_BYTES))
  try {
    stream.check()
  } catch (thrown) {
    await stream.discard()
    if (failureOf(thrown)?.tag === 'not-a-whole-pdf') return 'cut'
    throw thrown
  }
  const { remark } = await stream.complete()
  return remark === null ? 'whole' : 'spoilt'
}
