import type { ParcelSet } from '../../shared/model/parcel-set.ts'
import type { ExchangeClient } from '../exchange/exchange-client.ts'
import { unreadableDocuments, type Owner } from '../exchange/parse-set.ts'
import type { SearchFilters } from '../exchange/search-page.ts'
import type { SetIndex } from './set-index.ts'

export interface LoadedDocuments {
  /** `part`: some have no valid id. `unlisted`: the service does not say, even now; never to be taken for “none” (T4). */
  state: 'listed' | 'part' | 'none' | 'unlisted'
  /** Search calls sent. */
  requests: number
}

/**
 * Searches again narrowed to one set, because a service may list documents only in a result that is unique (T4). What it
 * lists goes into the index.
 */
export async function loadDocuments(
  parts: { client: ExchangeClient; index: SetIndex; status: string },
  set: ParcelSet,
  signal?: AbortSignal,
): Promise<LoadedDocuments> {
  const { client, index, status } = parts
  let requests = 0
  for (const filters of narrowings(set, status)) {
    let narrowed: ParcelSet | undefined
    const onPage = ({ sets }: { sets: ParcelSet[] }): void => {
      narrowed ??= sets.find((one) => one.setId === set.setId)
    }
    const where = `set ${set.parcelRef ?? set.setId}`
    const found = await client.search({ filters, owner: ownerOf(set), where, onPage }, signal)
    requests += found.requests
    if (narrowed?.documents !== undefined) {
      index.store([narrowed])
      return { state: unreadableDocuments(narrowed) === 0 ? 'listed' : 'part', requests }
    }
    if (narrowed !== undefined && found.isComplete && found.total === 1) return { state: 'none', requests }
  }
  return { state: 'unlisted', requests }
}

function ownerOf({ customerId, customerName }: ParcelSet): Owner | undefined {
  return customerId === null ? undefined : { customerId, customerName: customerName ?? customerId }
}

/** From the filter that the reference shows to one that it only hints at. */
function narrowings({ customerId, shipmentRef, parcelRef }: ParcelSet, status: string): SearchFilters[] {
  if (customerId === null) return []
  const base = { customerIds: [customerId], status }
  const byShipment = shipmentRef === null ? undefined : { ...base, shipmentRef }
  const byParcel = parcelRef === null ? undefined : { ...base, ...byShipment, parcelRef }
  return [byShipment, byParcel].filter((filters) => filters !== undefined)
}
