export type LogLevel = 'error' | 'warn' | 'info' | 'debug'

/** Where log lines go. They arrive here already redacted. */
export interface LogPort {
  write(level: LogLevel, line: string): void
}
