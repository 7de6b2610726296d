/** What a computer goes through that a link or a check must know of. */
export interface PowerPort {
  /** Woken from sleep, or back on the network. Returns what ends listening. */
  onWake(listener: () => void): () => void
}
