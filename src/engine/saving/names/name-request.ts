import type { RelativePath } from './path-limits.ts'

export interface NameRequest extends RelativePath {
  /** The documentId: ids identify a document, names repeat (T20). */
  readonly identity: string
  /** What each folder was called before its name was made portable; where they are left out, the folders themselves. */
  readonly folderTexts?: readonly string[]
}

export interface ReserveOptions {
  /** Who already owns this name according to the ledger; keys as made by `folderKey` and `collisionKey`. */
  readonly ownerOf?: (folderKey: string, nameKey: string) => string | undefined
  /** How the innermost folder of this key is already spelled on disk. */
  readonly knownFolder?: (folderKey: string) => string | undefined
  /**
   * What the innermost folder of this key was called, as `folderTextKey`, for the documents that are in it; undefined where
   * none is known. Left out for an archive without documents.
   */
  readonly textsIn?: ((folderKey: string) => ReadonlySet<string> | undefined) | undefined
  /** Characters available below the chosen folder, separators included; see `pathBudget`. */
  readonly maxPathChars?: number
}
