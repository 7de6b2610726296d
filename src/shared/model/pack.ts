/** What a pack is handed over as. */
export const PACK_FORMS = ['folder', 'zip', 'merged', 'index'] as const
export type PackForm = (typeof PACK_FORMS)[number]

/** The most sets of one pack. */
export const MAX_PACK_SETS = 1_000

/** Whether a document can go into a pack: `gone` and `changed` are about the file that was saved. */
export const ENTRY_STATES = ['saved', 'unsaved', 'gone', 'changed'] as const
export type EntryState = (typeof ENTRY_STATES)[number]

/** Why a document stays as it is where others are merged; `form`: only a reader of forms shows what its fields hold; `layers`: some of it is hidden. */
export const KEPT_REASONS = ['signed', 'encrypted', 'form', 'layers', 'unreadable'] as const
export type KeptReason = (typeof KEPT_REASONS)[number]

/** A named order: documents whose names fit the first pattern come first. */
export interface PackTemplate {
  name: string
  patterns: string[]
}

export interface PackResult {
  output: string
  documents: number
  pages: number
  bytes: number
  /** Of the zip, else of the list of checksums in the folder: the same choice gives the same. */
  sha256: string
  /** Patterns of the order that no document fits. */
  lacks: string[]
  /** Documents that were not merged, by their names in the pack. */
  kept: { path: string; why: KeptReason }[]
}
