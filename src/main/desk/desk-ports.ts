import type { HostPorts } from '../../engine/ports/host-ports.ts'

/** What a host with a page supplies besides. */
export interface DeskPorts extends HostPorts {
  folders: FoldersPort
  confirm: ConfirmPort
  notify: NotifyPort
  power: PowerPort
  host: HostFacts
}

export interface HostFacts {
  kind: 'desktop' | 'shell'
  /** Version of the application. */
  version: string
  /** Versions that a support request needs, such as Electron's. */
  versions: { name: string; version: string }[]
  /** Folder of the built page. */
  pageDir: string
  /** Folder of the log files. */
  logDir: string
  /** A service to try, where this host has one. */
  demo: { baseUrl: string; username: string; password: string; broker?: DemoBroker | undefined } | null
}

/** The queues of the service to try; the fields of a broker in the contract. */
export interface DemoBroker {
  hosts: string[]
  usesTls: boolean
  virtualHost: string
  queue: string
  username: string
  password: string
}

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

/** Notifications of the desktop: hints, never the only record of anything. */
export interface NotifyPort {
  /** Shows one; `onOpened` when the user clicks it. Nothing happens where the system shows none. */
  show(notice: DesktopNotice, onOpened: () => void): void
  /** The number on the icon; 0 takes it away. */
  setBadge(unread: number): void
}

export interface DesktopNotice {
  title: string
  body: string
}

/** What a computer goes through that a link or a check must know of. */
export interface PowerPort {
  /** Woken from sleep, or back on the network. Returns what ends listening. */
  onWake(listener: () => void): () => void
}

/** What the user is asked outside the page, because a page in foreign hands would answer for them (W-L5). */
export interface Question {
  message: string
  detail: string
  /** The button that agrees: a verb and what it acts on. */
  action: string
}

/** Asks in a window of the host, never in the page. False where it was declined or closed. */
export type ConfirmPort = (question: Question) => Promise<boolean>
