import type { Page } from 'playwright/test'
import type { HostFacts } from '../../src/main/desk/desk-ports.ts'
import type { ShellPorts } from '../browser-shell/start-shell.ts'

export interface HostParts {
  dataDir: string
  /** Where dialogs lead when no answer is given. */
  savedDir: string
  demo: HostFacts['demo']
  /** The shell alone takes them. */
  ports?: ShellPorts
}

/** The application with its window, whatever carries it. */
export interface DeskHost {
  page: Page
  /** What the next dialogs of the system are answered with; undefined closes one. */
  answerDialogs(...answers: (string | undefined)[]): Promise<void>
  /** What the application asked the system to open, show or drag. */
  askedOfSystem(): Promise<{ what: 'open' | 'show' | 'drag'; paths: readonly string[] }[]>
  /** What was copied, and what is to be pasted. */
  readClipboard(): Promise<string>
  writeClipboard(text: string): Promise<void>
  close(): Promise<void>
}
