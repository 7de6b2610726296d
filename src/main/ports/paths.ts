/** The folders of this installation; absolute paths. */
export interface PathsPort {
  /** Ledger, jobs, settings: one writer at a time. */
  dataDir: string
}
