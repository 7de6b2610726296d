import type { Output } from '../../../shared/contract/contract.ts'
import type { ParcelSet } from '../../../shared/model/parcel-set.ts'
import type { KnownHit } from '../../../engine/search/known/find-known.ts'
import { billOf } from '../../../engine/search/known/known-sets.ts'
import type { SeenSets } from '../../../engine/search/seen-sets.ts'

/** A list to choose from; more letters narrow it better than scrolling. */
const MAX_PARCELS = 20
/** A vessel’s sets are read through, so there may be more of them. */
const MAX_OF_VESSEL = 200

/** What this installation knows by that name, each with what distinguishes it: state, customer, vessel. */
export async function describeKnown(
  seen: Pick<SeenSets, 'find' | 'read'>,
  query: { text: string; vessel: string | null },
): Promise<Output<'sets.find'>> {
  const found = await seen.find({ ...query, limit: query.vessel === null ? MAX_PARCELS : MAX_OF_VESSEL })
  if (found === undefined) return { hits: [], matchingSets: 0, isReady: false }
  const hits = found.hits.flatMap((hit) => {
    const [set] = seen.read([hit.setId])
    return set === undefined ? [] : [{ ...set, ...hit, name: nameOf(set, hit.kind) }]
  })
  return { hits, matchingSets: found.matchingSets, isReady: true }
}

/** As the set was last received: only a copy of it is searched. */
function nameOf(set: ParcelSet, kind: KnownHit['kind']): string {
  const names = { parcel: set.parcelRef, bill: billOf(set), shipment: set.shipmentRef, vessel: set.vesselName }
  return names[kind] ?? ''
}
