import { dirname, relative } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { demoData } from '../../exchange-service/demo-data.ts'
import { startExchangeService } from '../../exchange-service/start-exchange-service.ts'
import { saveWith } from '../../support/save-with-desk.ts'
import { createTestDesk, type TestDesk } from '../../support/test-desk.ts'

it.each([
  ['4500/1', '4500-1'],
  ['4500-1', '4500/1'],
])('shipments whose folders would have one name are apart in runs of their own: %s, then %s', async (...refs) => {
  const data = demoData({ setsPerCustomer: 1 })
  for (const set of data.sets) set.documentKinds = set.documentKinds.map(() => 'small')
  const [first, second] = data.sets.filter(({ row }) => row.documents.length > 0)
  if (first === undefined || second === undefined) throw new Error('the service has sets')
  Object.assign(second.row, { ...first.row, setId: second.row.setId, documents: second.row.documents })
  first.row.shipmentRef = refs[0]
  second.row.shipmentRef = refs[1]
  const service = await startExchangeService({ data })
  onTestFinished(service.close)
  const desk = await createTestDesk({ service })
  onTestFinished(desk.close)

  const foldersOf = async (by: TestDesk, ...shipmentRefs: string[]): Promise<string[]> => {
    const selection = {
      customers: [],
      shipmentRefs,
      status: 'ACTIVE' as const,
      instance: null,
      filters: {},
      states: [],
    }
    const request = { pattern: '{shipmentRef}/{documentId}', folder: desk.folder, selection }
    const { documents } = await saveWith(by, { request, session: by.connect() })
    return [...new Set(documents.map(({ path }) => relative(desk.folder, dirname(path))))].toSorted()
  }
  expect(await foldersOf(desk, refs[0])).toEqual(['4500-1'])
  const [separate = ''] = await foldersOf(desk, refs[1])
  expect(separate).toMatch(/^4500-1 \[[\da-f]{8}\]$/)
  expect(await foldersOf(desk, ...refs)).toEqual(['4500-1', separate])
  // Another computer knows it from the manifest.
  const other = await createTestDesk({ service })
  onTestFinished(other.close)
  expect(await foldersOf(other, refs[1])).toEqual([separate])
})
