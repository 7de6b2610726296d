import type { Problem } from '../../shared/model/parcel-set.ts'
import type { ClockPort } from './clock.ts'
import type { HttpPort } from './http.ts'
import type { LinkPort } from './link.ts'

/** Everything that differs by host or must be held in a test. The file system is no port. */
export interface HostPorts {
  /** One HTTP client per connection: a profile may bring a certificate authority of its own. */
  http(options: HttpOptions): HttpPort
  link: LinkPort
  secrets: SecretsPort
  clock: ClockPort
  log: LogPort
  paths: PathsPort
  policy: PolicyPort
  /** The program of the disk thread (`saving/disk-worker.ts`) where this host has it; without it, saving has one thread. */
  diskProgram?: URL
}

export interface HttpOptions {
  /** Extra certificate authorities in PEM, besides those of the system (F8). */
  extraCa?: string
  timeouts?: Partial<HttpTimeouts>
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
  /** What is wrong with where it lies, for the user to hear. */
  notices?: readonly Problem[]
}

/** What the organisation forbids on this computer: written by an administrator, read by `feeds/feed-policy.ts`. */
export interface PolicyPort {
  /** Absolute; there need be none. */
  file: string
  /** Said by the environment that this process was started with. */
  isQueueForbidden: boolean
}

export type LogLevel = 'error' | 'warn' | 'info' | 'debug'

/** Where log lines go. They arrive here already redacted. */
export interface LogPort {
  write(level: LogLevel, line: string): void
  /** True where somebody wants to see every call; it costs time, so nobody else pays for it. */
  readonly isDetailed?: boolean
}

/** Where passwords live: the keychain of the operating system, or memory for one session. */
export interface SecretsPort {
  /** Undefined where there is none. Fails with keychain-unavailable. */
  read(service: string, account: string): Promise<string | undefined>
  write(service: string, account: string, secret: string): Promise<void>
  /** True when there was one. */
  remove(service: string, account: string): Promise<boolean>
}
