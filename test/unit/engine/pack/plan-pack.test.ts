import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { entriesOfFolder, entriesOfSets } from '../../../../src/engine/pack/plan-pack.ts'
import { inOrder } from '../../../../src/engine/pack/pack-order.ts'
import { tempFolder } from '../../../support/temp-folder.ts'
import { sampleFacts, savedVersion } from '../../../support/test-ledger.ts'
import { parcelSet } from '../../../support/parcel-sets.ts'

const DOCUMENT = savedVersion('', '').documentId

describe('entriesOfSets', () => {
  it('takes the file that the service sent last, from wherever it is whole', async () => {
    const folder = await tempFolder()
    const old = { ...savedVersion(folder, 'old.pdf', 'old'), seenAt: '2026-01-01T00:00:00.000Z' }
    const versions = [old, savedVersion(folder, 'new.pdf', 'newer'), savedVersion(folder, 'copy.pdf', 'newer')]
    for (const { relativePath } of versions)
      writeFileSync(join(folder, relativePath), relativePath === 'old.pdf' ? 'old' : 'newer')
    const read = async (): Promise<unknown> => {
      const [entry] = await entriesOfFolder(versions)
      return entry && [entry.state, entry.file?.path]
    }
    expect(await read()).toEqual(['saved', join(folder, 'new.pdf')])
    rmSync(join(folder, 'new.pdf'))
    expect(await read()).toEqual(['saved', join(folder, 'copy.pdf')])
    writeFileSync(join(folder, 'copy.pdf'), 'longer than it was')
    expect(await read()).toEqual(['changed', undefined])
    rmSync(join(folder, 'copy.pdf'))
    expect(await read()).toEqual(['gone', undefined])
  })

  it('says of a saved file whether its set has changed since', async () => {
    const folder = await tempFolder()
    const version = savedVersion(folder, 'bill.pdf', 'bill')
    writeFileSync(join(folder, 'bill.pdf'), 'bill')
    const { status, modifiedDate } = version.facts
    const documents = [{ documentId: DOCUMENT, name: 'Bill', docType: null }]
    const read = async (modified: string | null): Promise<unknown> => {
      const sets = [parcelSet({ setId: 'a', status: status ?? '', modifiedDate: modified, documents })]
      const [entry] = await entriesOfSets(sets, () => [version])
      return entry && [entry.state, entry.file?.isOutdated]
    }
    expect(await read(modifiedDate)).toEqual(['saved', false])
    expect(await read('later')).toEqual(['saved', true])
  })

  it('lists what is not saved too, in the order of sets and documents', async () => {
    const document = (name: string) => ({ documentId: name, name, docType: null })
    const sets = [
      parcelSet({ setId: 'b', documents: [document('Invoice.pdf'), document('\u202EBill')] }),
      parcelSet({ setId: 'a', documents: undefined }),
    ]
    const entries = await entriesOfSets(sets, () => [])
    expect(entries.map(({ setId, title, state }) => [setId, title, state])).toEqual([
      ['b', 'Invoice', 'unsaved'],
      ['b', 'Bill', 'unsaved'],
    ])
  })
})

describe('inOrder', () => {
  const titles = ['Packing list', 'Commercial Invoice 12', 'Original Bill of Lading', 'Facture']
  const entries = titles.map((title) => ({
    ...sampleFacts,
    setId: 'a',
    documentId: DOCUMENT,
    title,
    state: 'unsaved' as const,
    file: null,
  }))

  it('puts what fits earlier patterns first and the rest last, and says which patterns nothing fits', () => {
    const patterns = ['bill * lading', 'INVOICE', 'certificate of origin']
    const plan = inOrder(entries, { name: 'Bank', patterns })
    expect(plan.entries.map(({ title }) => title)).toEqual([titles[2], titles[1], titles[0], titles[3]])
    expect(plan.lacks).toEqual(['certificate of origin'])
  })

  it('changes nothing without an order', () => {
    expect(inOrder(entries, undefined)).toEqual({ entries, lacks: [] })
  })
})
