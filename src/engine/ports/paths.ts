import type { Problem } from '../../shared/model/parcel-set.ts'

/** The folders of this installation; absolute paths. */
export interface PathsPort {
  /** Ledger, jobs, settings: one writer at a time. */
  dataDir: string
  /** What is wrong with where it lies, for the user to hear. */
  notices?: readonly Problem[]
}
