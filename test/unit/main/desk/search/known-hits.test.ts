import { describe, expect, it } from 'vitest'
import { describeKnown } from '../../../../../src/main/desk/search/known-hits.ts'
import { parcelSet } from '../../../../support/parcel-sets.ts'

describe('what the palette is told', () => {
  it('is nothing, and not “nothing found”, until the customers of the account are listed', async () => {
    const seen = { find: () => Promise.resolve(undefined), read: () => expect.unreachable() }
    expect(await describeKnown(seen, { text: 'PR', vessel: null })).toEqual({
      hits: [],
      matchingSets: 0,
      isReady: false,
    })
  })

  it('is each hit with the set as it was last received, and none of a set that is gone', async () => {
    const hits = ['here', 'gone'].map((setId) => ({ kind: 'shipment' as const, setId, sets: 2, fit: 3 }))
    const set = parcelSet({ setId: 'here', shipmentRef: 'SHP-7' })
    const told = await describeKnown(
      {
        find: () => Promise.resolve({ hits, matchingSets: 2 }),
        read: ([setId]: Iterable<string>) => (setId === 'here' ? [set] : []),
      },
      { text: 'shp', vessel: null },
    )
    expect(told.hits).toMatchObject([{ kind: 'shipment', name: 'SHP-7', sets: 2, customerName: 'Aurora Grain' }])
  })
})
