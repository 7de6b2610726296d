/** How a server proved who it is, on a connection that was checked and accepted. All texts come from outside. */
export interface ServerIdentity {
  /** `TLSv1.3`. */
  protocol: string
  /** The name that its certificate was issued for. */
  name: string
  issuer: string
  validUntil: Date
}
