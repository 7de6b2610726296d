import type { Problem } from '../../shared/model/parcel-set.ts'
import type { ClockPort } from './clock.ts'
import type { HttpPort } from './http.ts'
import type { LinkPort } from './link.ts'
import type { NetworkPort, NetworkProbe } from './network.ts'
import type { PolicyPort } from './policy.ts'
import type { PublisherPort } from './publisher.ts'
import type { TextProcessPort } from './text-process.ts'

/** Everything that differs by host or must be controlled in a test. The file system is not a port. */
export interface HostPorts {
  /** One HTTP client per connection: a profile may have its own certificate authority. */
  http(options: HttpOptions): HttpPort
  link: LinkPort
  /** What `http`, `link` and `publisher` have in common, if they share anything. */
  network?: NetworkPort
  /** If this host can collect for a firm. */
  publisher?: PublisherPort
  secrets: SecretsPort
  clock: ClockPort
  /** Which silence of a service is measured by, where it must not run as fast as `clock` does; the same otherwise. */
  silenceClock?: ClockPort
  log: LogPort
  paths: PathsPort
  policy: PolicyPort
  /** The entry of the disk thread (`engine/saving/disk/disk-worker.ts`), if this host has one; without it, saving uses one thread. */
  diskProgram?: URL
  /** The entry of the thread that checks databases (`engine/support/database-check-worker.ts`), if this host has one. */
  checkProgram?: URL
  /** The entry of the thread that writes packs (`engine/pack/pack-worker.ts`), if this host has one; without it they are written on this thread. */
  packProgram?: URL
  /** If this host can read the text of saved documents. */
  textProcess?: TextProcessPort
  /** If this host can look at the network, for support. */
  probe?: NetworkProbe
  /** Of the application, for records of crashes. */
  version?: string
}

export interface HttpOptions {
  /** Extra certificate authorities in PEM, besides those of the system. */
  extraCa?: string
  timeouts?: Partial<HttpTimeouts>
  /** The most open connections to one origin; further requests wait. Default: 32. */
  connections?: number
}

export interface HttpTimeouts {
  connectMs: number
  /** From the request sent to the head of the answer. */
  answerMs: number
  /** Longest silence in the middle of a body. */
  idleMs: number
}

/** The folders of this installation; absolute paths. */
export interface PathsPort {
  /** Ledger, jobs, settings: one writer at a time. */
  dataDir: string
  /** Warnings for the user about where it lies. */
  notices?: readonly Problem[]
}

export type LogLevel = 'error' | 'warn' | 'info' | 'debug'

/** Where log lines go; they are already redacted. */
export interface LogPort {
  write(level: LogLevel, line: string): void
  /** True if every call is to be logged, which costs time. */
  readonly isDetailed?: boolean
}

/** Where passwords live: the keychain of the operating system, or memory for one session. */
export interface SecretsPort {
  /** Undefined if there is no entry. Fails with keychain-unavailable. */
  read(service: string, account: string): Promise<string | undefined>
  write(service: string, account: string, secret: string): Promise<void>
  /** True if there was one. */
  remove(service: string, account: string): Promise<boolean>
}
