import type { Output } from '../../shared/contract/contract.ts'
import type { HostPorts } from '../../engine/ports/host-ports.ts'

/** What a host with a page supplies in addition. */
export interface DeskPorts extends HostPorts {
  folders: FoldersPort
  reader: ReaderPort
  confirm: ConfirmPort
  notify: NotifyPort
  power: PowerPort
  host: HostFacts
  /** If this host is a program that can be installed. */
  updater?: UpdaterPort
  /**
   * The entry of the thread for tables (`engine/tables/table-worker.ts`), if this host has one; without it, they are read on
   * the main thread.
   */
  tableProgram?: URL
}

export interface HostFacts {
  kind: 'desktop' | 'shell'
  /** Version of the application. */
  version: string
  /** Versions for support requests, such as Electron's. */
  versions: { name: string; version: string }[]
  /** The region that the system formats dates and numbers for, as a BCP 47 tag, where this host knows it. */
  systemRegion?: string
  /** Folder of the built page. */
  pageDir: string
  /** The notices of third parties, which a build puts beside the program. */
  thirdPartyFile: string
  /** Folder of the log files. */
  logDir: string
  /** A service to try, if this host has one. */
  demo: Output<'desk.snapshot'>['demo']
}

/** System dialogs and programs. All paths are absolute; the page never gets one that it could send back. */
export interface FoldersPort {
  /** The dialog for a folder, opened at `startAt`; undefined if it was closed. */
  chooseFolder(title: string, startAt: string | undefined): Promise<string | undefined>
  /** The dialog for one existing file with one of these extensions (without dot). */
  chooseFile(title: string, extensions: readonly string[]): Promise<string | undefined>
  /** The dialog for a file to write, which itself asks before an existing file is replaced. */
  chooseNewFile(title: string, suggestedName: string): Promise<string | undefined>
  /** Opens it in its default program. Fails with folder-gone if it does not exist. */
  open(path: string): Promise<void>
  /** Opens the system's file manager with this file selected. */
  showInFolder(path: string): Promise<void>
  /** Starts dragging these files out of the window. */
  drag(paths: readonly string[]): Promise<void>
}

/** The second window, in which documents are read. */
export interface ReaderPort {
  /**
   * Opens it, or brings it to the front, and calls `onClosed` when it is gone. The result is the address that the page has to
   * open, relative to itself, if the host has no windows; otherwise null.
   */
  open(onClosed: () => void): Promise<string | null>
  close(): Promise<void>
}

/** Where the page is the second window, relative to the page. */
export const READER_ADDRESS = './?window=reader'

/** Desktop notifications: hints, never the only record of anything. */
export interface NotifyPort {
  /** Shows one, if the system can, and calls `onOpened` when the user clicks it. */
  show(notice: DesktopNotice, onOpened: () => void): void
  /** Sets the number on the icon; 0 removes it. */
  setBadge(unread: number): void
}

export interface DesktopNotice {
  title: string
  body: string
}

/** Power and network events after which links and checks must not wait. */
export interface PowerPort {
  /** Called after waking from sleep, or when the network is back. Returns the unsubscriber. */
  onWake(listener: () => void): () => void
}

/** How an update is installed. */
export type InstalledForm = 'nsis' | 'app-image' | 'mac'

/** Installs updates of the program itself. */
export interface UpdaterPort {
  /** The form of this copy; or why it does not update itself, as a sentence. */
  readonly installed: { form: InstalledForm; why?: undefined } | { form?: undefined; why: string }
  /** What the new version will not know of this start, as a sentence; absent where there is nothing. */
  readonly afterRestart?: string
  /** The feed’s text as a value. Rejects if it is none. */
  parse(text: string): Promise<unknown>
  /** Why the file must not be installed, as a sentence: it may be of another publisher. */
  verify(file: string): Promise<string | undefined>
  /** Ends the application cleanly and installs. Resolves when that has begun. */
  install(file: string): Promise<void>
}

/** A question asked outside the page, because a compromised page would answer it itself (W-L5). */
export interface Question {
  message: string
  detail: string
  /** Label of the button that agrees: a verb and its object. */
  action: string
}

/** Asks in a window of the host, never in the page. False if it was declined or closed. */
export type ConfirmPort = (question: Question) => Promise<boolean>
