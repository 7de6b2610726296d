import type { FoldersPort } from './folders.ts'
import type { HostPorts } from './host-ports.ts'

/** What a host with a page supplies besides. */
export interface DeskPorts extends HostPorts {
  folders: FoldersPort
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
  demo: { baseUrl: string; username: string; password: string } | null
}
