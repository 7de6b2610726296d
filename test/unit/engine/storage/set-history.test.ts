import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readReceivedSet } from '../../../../src/engine/exchange/parse-set.ts'
import { createSetIndex, type SetIndex } from '../../../../src/engine/search/set-index.ts'
import { openDatabase } from '../../../../src/engine/storage/database.ts'
import { SETS_SCHEMA } from '../../../../src/engine/storage/schema.ts'
import { tempFolder } from '../../../support/temp-folder.ts'

const baseUrl = 'https://exchange.example'
const setId = '5e700000-0000-4000-a000-000000000001'

async function openSets(): Promise<DatabaseSync> {
  const database = openDatabase(join(await tempFolder(), 'sets.sqlite'), SETS_SCHEMA, () => undefined)
  onTestFinished(() => {
    if (database.isOpen) database.close()
  })
  return database
}

function see(index: SetIndex, status: unknown): void {
  seeRow(index, { status })
}

function seeRow(index: SetIndex, fields: Record<string, unknown>): void {
  index.store([readReceivedSet({ setId, ...fields }, undefined) ?? expect.unreachable()])
}

describe('a set whose service writes ids in capitals', () => {
  it('is found by the id of a message, and keeps its own, by which the service is asked', async () => {
    const index = createSetIndex(await openSets(), baseUrl)
    const capitals = setId.toUpperCase()
    for (const status of ['drafted', 'signed']) seeRow(index, { setId: capitals, status })
    expect(index.read(setId)).toMatchObject({ setId: capitals, status: 'signed' })
    expect(index.history(setId)?.changes).toHaveLength(1)
  })
})

describe('the history of a set', () => {
  it('has one entry for each change that a search found, none for what stayed', async () => {
    const index = createSetIndex(await openSets(), baseUrl)
    for (const status of ['drafted', 'drafted', 'signed', 'issued', 'signed']) see(index, status)
    expect(index.history(setId)).toMatchObject({
      firstStatus: 'drafted',
      changes: [
        { before: 'drafted', after: 'signed' },
        { before: 'signed', after: 'issued' },
        { before: 'issued', after: 'signed' },
      ],
    })
  })

  it('takes another spelling for the same state (T12), and keeps the last known where none is told', async () => {
    const index = createSetIndex(await openSets(), baseUrl)
    for (const status of ['title held', 'TITLE_HELD', 'Title-Held', undefined, {}, 'title_held']) see(index, status)
    expect(index.history(setId)).toMatchObject({ firstStatus: 'title_held', changes: [] })
    see(index, undefined)
    see(index, 'issued')
    expect(index.history(setId)?.changes).toMatchObject([{ before: 'title_held', after: 'issued' }])
  })

  it('is of one service alone', async () => {
    const database = await openSets()
    see(createSetIndex(database, baseUrl), 'signed')
    see(createSetIndex(database, 'https://other.example'), 'issued')
    expect(createSetIndex(database, baseUrl).history(setId)?.changes).toEqual([])
    expect(createSetIndex(database, 'https://third.example').history(setId)).toBeUndefined()
  })
})

describe('the changes of a set’s row', () => {
  it('name each field with what it was; documents, date and state make no change of their own', async () => {
    const index = createSetIndex(await openSets(), baseUrl)
    seeRow(index, { vesselName: 'MV Ærø', quantity: '100', status: 'signed', documents: [] })
    seeRow(index, { vesselName: 'MV Ærø', quantity: '100', status: 'signed' })
    seeRow(index, { vesselName: 'MV Ærø', quantity: '100', status: 'issued', modifiedDate: '3 March 2026, 14:05' })
    expect(index.rowChanges(setId)).toEqual([])
    seeRow(index, { vesselName: 'MV Olaf', quantity: '90', status: 'issued', billOfLadingDate: '2026-03-03' })
    expect(index.rowChanges(setId)).toMatchObject([
      {
        fields: [
          { field: 'billOfLadingDate', before: null, after: '2026-03-03' },
          { field: 'vesselName', before: 'MV Ærø', after: 'MV Olaf' },
          { field: 'quantity', before: '100', after: '90' },
        ],
      },
    ])
  })

  it('are none where a search sends a field not at all', async () => {
    const index = createSetIndex(await openSets(), baseUrl)
    seeRow(index, { vesselName: 'MV Ærø', quantity: '100' })
    seeRow(index, { quantity: '100' })
    expect(index.rowChanges(setId)).toEqual([])
  })

  it('are kept for the last ten, of one service alone', async () => {
    const database = await openSets()
    const index = createSetIndex(database, baseUrl)
    for (let at = 0; at <= 30; at += 1) seeRow(index, { quantity: String(at) })
    const changes = index.rowChanges(setId)
    expect(changes).toHaveLength(10)
    expect(changes.at(-1)?.fields).toEqual([{ field: 'quantity', before: '29', after: '30' }])
    expect(createSetIndex(database, 'https://other.example').rowChanges(setId)).toEqual([])
  })
})
