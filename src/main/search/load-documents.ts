import type { ParcelSet } from '../../shared/model/parcel-set.ts'
import type { ExchangeClient } from '../exchange/exchange-client.ts'
import type { SearchFilters } from '../exchange/search-page.ts'
import type { SetIndex } from './set-index.ts'

/**
 * The set with its documents, searched again narrowed to it, because a service may list documents only in a result that
 * is unique (T4). Undefined when the service does not list them even then; `isEmpty` when it was found to have none.
 */
export async function loadDocuments(
  parts: { client: ExchangeClient; index: SetIndex; status: string },
  set: ParcelSet,
  signal?: AbortSignal,
): Promise<{ set: ParcelSet; isEmpty: boolean }> {
  const { client, index, status } = parts
  for (const filters of narrowings(set, status)) {
    let narrowed: ParcelSet | undefined
    let found = 0
    const owner =
      set.customerId === null ? undefined : { customerId: set.customerId, customerName: set.customerName ?? set.customerId }
    await client.search(
      {
        filters,
        owner,
        where: `set ${set.parcelRef ?? set.setId}`,
        onPage: ({ sets }) => {
          found += sets.length
          narrowed ??= sets.find((one) => one.setId === set.setId)
        },
      },
      signal,
    )
    if (narrowed?.documents !== undefined) {
      index.store([narrowed])
      return { set: narrowed, isEmpty: false }
    }
    if (narrowed !== undefined && found === 1) return { set: narrowed, isEmpty: true }
  }
  return { set, isEmpty: false }
}

/** From the filter that the reference shows to one that it only hints at. */
function narrowings({ customerId, shipmentRef, parcelRef }: ParcelSet, status: string): SearchFilters[] {
  if (customerId === null) return []
  const base = { customerIds: [customerId], status }
  const byShipment = shipmentRef === null ? undefined : { ...base, shipmentRef }
  const byParcel = parcelRef === null ? undefined : { ...base, ...byShipment, parcelRef }
  return [byShipment, byParcel].filter((filters) => filters !== undefined)
}
