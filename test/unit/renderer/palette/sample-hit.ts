import type { KnownHit } from '../../../../src/renderer/palette/known-store.ts'

/** A parcel that the desk knows. */
export function knownHit(parts: Partial<KnownHit> = {}): KnownHit {
  return {
    kind: 'parcel',
    name: 'PR-1',
    fit: 3,
    sets: 1,
    setId: 'set-1',
    parcelRef: 'PR-1',
    shipmentRef: 'SHP-1',
    customerName: 'Aurora Grain',
    vesselName: 'MV Star',
    status: 'ISSUED',
    ...parts,
  }
}
