/** What a host lets the user choose, and opens for them. All paths are absolute; the page never sees one it could send. */
export interface FoldersPort {
  /** The dialog for a folder, opened at `startAt`; undefined when it was closed. */
  chooseFolder(title: string, startAt: string | undefined): Promise<string | undefined>
  /** The dialog for one existing file of these extensions (without dot). */
  chooseFile(title: string, extensions: readonly string[]): Promise<string | undefined>
  /** The dialog for a file to write; the dialog itself asks before an existing one is replaced. */
  chooseNewFile(title: string, suggestedName: string): Promise<string | undefined>
  /** In the program of the system. Fails with folder-gone where there is nothing. */
  open(path: string): Promise<void>
  /** The file browser of the system with this file selected. */
  showInFolder(path: string): Promise<void>
  /** Starts dragging these files out of the window. */
  drag(paths: readonly string[]): Promise<void>
}
