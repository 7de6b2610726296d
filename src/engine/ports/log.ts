export type LogLevel = 'error' | 'warn' | 'info' | 'debug'

/** Where log lines go. They arrive here already redacted. */
export interface LogPort {
  write(level: LogLevel, line: string): void
  /** True where somebody wants to see every call; it costs time, so nobody else pays for it. */
  readonly isDetailed?: boolean
}
