/** What a reference was understood as that is no shipment’s: the number of a parcel, or of a bill of lading. */
export interface NumberOf {
  readonly kind: 'parcel' | 'bill'
  /** Of the set that has the number. */
  readonly shipmentRef: string
}

/** “Parcel of SHP-0003”, in the cell of a table. */
export function shortNumberWords({ kind, shipmentRef }: NumberOf): string {
  return `${kind === 'bill' ? 'B/L' : 'Parcel'} of ${shipmentRef}`
}

/** “parcel of SHP-0003”. */
export function numberOfWords({ kind, shipmentRef }: NumberOf): string {
  return `${kind === 'bill' ? 'bill of lading' : 'parcel'} of ${shipmentRef}`
}
