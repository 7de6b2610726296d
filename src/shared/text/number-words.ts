/** What a reference was understood as that is no shipment’s: the number of a parcel, or of a bill of lading. */
export interface NumberOf {
  readonly kind: 'parcel' | 'bill'
  /** Of the set that has the number. */
  readonly shipmentRef: string
}

/** “parcel of SHP-0003”. */
export function numberOfWords({ kind, shipmentRef }: NumberOf): string {
  return `${kind === 'bill' ? 'bill of lading' : 'parcel'} of ${shipmentRef}`
}
