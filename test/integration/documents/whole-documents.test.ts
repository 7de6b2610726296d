import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createDocumentCheck, type DocumentCheck } from '../../../src/engine/saving/transfer/document-check.ts'
import { isTable, TABLE_BYTES } from '../../../src/engine/saving/transfer/pdf-structure.ts'
import { demoData, documentOfKind } from '../../exchange-service/demo-data.ts'
import { createDocuments } from '../../exchange-service/documents.ts'
import { hasProgram } from '../../support/system-abilities.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const CHUNK_BYTES = 4093

function checked(body: Buffer): DocumentCheck {
  const check = createDocumentCheck('document', { length: body.length })
  for (let at = 0; at < body.length; at += CHUNK_BYTES) check.add(body.subarray(at, at + CHUNK_BYTES))
  return check
}

function fits(body: Buffer): boolean {
  const places = checked(body).tablesAt()
  return places.some((at) => isTable(body.subarray(at - 1, at - 1 + TABLE_BYTES)))
}

/** The same document as qpdf writes it with these options. */
async function rewritten(document: Buffer, ...options: string[]): Promise<Buffer> {
  const folder = await tempFolder()
  await writeFile(join(folder, 'in.pdf'), document)
  const { status, stderr } = spawnSync('qpdf', [...options, join(folder, 'in.pdf'), join(folder, 'out.pdf')])
  expect(status, String(stderr)).toBe(0)
  return await readFile(join(folder, 'out.pdf'))
}

describe.skipIf(!hasProgram('qpdf'))('a document as another program writes it', () => {
  const data = demoData({ setsPerCustomer: 1 })
  const { setId, documentId } = documentOfKind(data, 'bill-of-lading')
  let plain: Buffer
  beforeAll(async () => {
    const set = data.findSet(setId)
    if (set === undefined) throw new Error('there is such a set')
    const index = set.row.documents.findIndex((one) => one.documentId === documentId)
    plain = await createDocuments().bytesOf({ set, index, version: 1 })
  })

  const forms = [
    ['linearized', ['--linearize']],
    ['linearized with object streams', ['--linearize', '--object-streams=generate']],
    ['with a table as a stream', ['--object-streams=generate']],
    ['with a table as text', ['--object-streams=disable']],
    ['without compression', ['--stream-data=uncompress']],
  ] as const

  it.each(forms)('is whole and its table fits, whatever stands behind it: %s', async (_, options) => {
    const document = await rewritten(plain, ...options)
    for (const padding of [0, 1019, 80_508]) {
      const padded = Buffer.concat([document, Buffer.alloc(padding)])
      expect(checked(padded).flaw()).toBeUndefined()
      expect(fits(padded)).toBe(true)
    }
  })

  it.each(forms)('is whole at no shorter length: %s', async (_, options) => {
    const document = await rewritten(plain, ...options)
    const end = document.lastIndexOf('%%EOF') + '%%EOF'.length
    const passed: number[] = []
    // Each near the inner ends, where an earlier end is close; some of the others.
    for (let length = 5; length < end; length += length < 4000 || length > end - 2000 ? 1 : 211) {
      if (checked(document.subarray(0, length)).flaw() === undefined) passed.push(length)
    }
    expect(passed).toEqual([])
  })

  it.each(forms)('has a table that fits no more where a program took it for text: %s', async (_, options) => {
    const document = await rewritten(plain, ...options)
    for (const encoding of ['utf8', 'latin1'] as const) {
      const changed = Buffer.from(document.toString(encoding))
      const isTold = checked(changed).flaw() !== undefined || !fits(changed)
      expect(isTold).toBe(true)
    }
  })
})
