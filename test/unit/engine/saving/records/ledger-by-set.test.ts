import { describe, expect, it } from 'vitest'
import { openTestLedger, savedVersion } from '../../../../support/test-ledger.ts'
import { tempFolder } from '../../../../support/temp-folder.ts'

const [one, other, third] = [1, 2, 3].map((number) => `5e700000-0000-4000-a000-00000000000${number}`)
const ids = [one ?? '', other ?? '', third ?? '']
const baseUrl = 'https://exchange.example'

describe('the ledger asked for sets', () => {
  it('lists the saved documents of each once, in the version that the service sent last', async () => {
    const folder = await tempFolder()
    const { ledger, record } = openTestLedger(folder)
    const [setId = '', otherId = ''] = ids
    const signed = { status: 'signed', modifiedDate: '4 February 2026, 08:15', seenAt: '2026-02-04T08:20:00.000Z' }
    const issued = { status: 'issued', modifiedDate: '5 February 2026, 08:15', seenAt: '2026-02-05T08:20:00.000Z' }
    const { seenAt, ...state } = issued
    const again = savedVersion('/b', '1.pdf')
    record(
      { ...savedVersion('/a', '1.pdf'), setId, documentId: 'd1' },
      { ...again, facts: { ...again.facts, ...state }, seenAt, setId, documentId: 'd1' },
      { ...savedVersion('/a', '2.pdf'), setId, documentId: 'd2' },
      { ...savedVersion('/a', '3.pdf'), setId: otherId, documentId: 'd3' },
      { ...savedVersion('/a', '4.pdf'), setId: otherId, documentId: 'd4', baseUrl: 'https://other.example' },
    )
    expect(ledger.documentsOfSets(baseUrl, ids)).toEqual(
      new Map([
        [
          setId,
          new Map([
            ['d1', issued],
            ['d2', signed],
          ]),
        ],
        [otherId, new Map([['d3', signed]])],
      ]),
    )
    expect(ledger.documentsOfSets(baseUrl, [])).toEqual(new Map())
  })

  it('lists every saved version of one, newest first', async () => {
    const { ledger, record } = openTestLedger(await tempFolder())
    const [setId = '', otherId = ''] = ids
    record(
      { ...savedVersion('/a', 'old.pdf'), setId, savedAt: '2026-02-04T08:20:00.000Z' },
      { ...savedVersion('/a', 'new.pdf'), setId, savedAt: '2026-02-05T08:20:00.000Z' },
      { ...savedVersion('/a', 'other.pdf'), setId: otherId },
    )
    expect(ledger.versionsOfSet(baseUrl, setId).map(({ relativePath }) => relativePath)).toEqual(['new.pdf', 'old.pdf'])
  })

  it('answers from an index, so that a grid of many rows stays quick', async () => {
    const { database } = openTestLedger(await tempFolder())
    const query = `SELECT document_id FROM saved_versions WHERE base_url = 'b' AND set_id IN (SELECT value FROM json_each('[]'))`
    const [step] = database.prepare(`EXPLAIN QUERY PLAN ${query}`).all()
    expect(step?.['detail']).toMatch(/USING COVERING INDEX saved_versions_by_set \(base_url=\? AND set_id=\?\)/)
  })
})
