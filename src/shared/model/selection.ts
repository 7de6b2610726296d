/** Which sets a search asks for. */
export interface Selection {
  /** Names or ids as the user gave them; empty for every customer. */
  customers: string[]
  shipmentRefs: string[]
  /** Blank: the service's default, ACTIVE. */
  status: string
  /** Null: DOCEX, and if that finds nothing, once more without (T9). */
  instance: string | null
  filters: Record<string, string>
  /** Local filter on the set's own state, folded (T7, T12). Empty for all. */
  states: string[]
}
