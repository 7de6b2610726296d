import type { ParcelSet } from '../../src/shared/model/parcel-set.ts'

/** A set as a search found it, with nothing known but what is given. */
export function parcelSet(parts: Partial<ParcelSet> = {}): ParcelSet {
  return {
    setId: 'set',
    customerId: 'aurora',
    customerName: 'Aurora Grain',
    transactionId: null,
    parcelRef: 'PR-1',
    shipmentRef: 'SHP-1',
    status: 'signed',
    destinationName: null,
    destinationCountry: null,
    cargoName: null,
    modifiedDate: null,
    fromParty: null,
    fromPartyId: null,
    billOfLadingDate: null,
    signature: null,
    quantity: null,
    consignorCompanyName: null,
    consigneeCompanyName: null,
    loadPort: null,
    vesselName: null,
    documents: [],
    received: {},
    ...parts,
  }
}
