import type { ClockPort } from './clock.ts'
import type { HttpPort } from './http.ts'
import type { LinkPort } from './link.ts'
import type { LogPort } from './log.ts'
import type { PathsPort } from './paths.ts'
import type { PolicyPort } from './policy.ts'
import type { SecretsPort } from './secrets.ts'

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
