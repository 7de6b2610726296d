import type { ConfirmPort } from './confirm.ts'
import type { FoldersPort } from './folders.ts'
import type { HostPorts } from '../../engine/ports/host-ports.ts'
import type { NotifyPort } from './notify.ts'
import type { PowerPort } from './power.ts'

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
