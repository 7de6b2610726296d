/** What the organisation forbids on this computer: written by an administrator, read by `feeds/feed-policy.ts`. */
export interface PolicyPort {
  /** Absolute; there need be none. */
  file: string
  /** Said by the environment that this process was started with. */
  isQueueForbidden: boolean
}
