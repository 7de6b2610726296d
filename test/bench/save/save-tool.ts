import type { Command } from '../measuring/timed-run.ts'
import type { Manners } from '../../support/service-manners.ts'
import type { SiteDocument } from './bench-site.ts'

/** Where all do as much at once, and for the loop that has no default. */
export const CONCURRENCY = 16

/** Where one run works: a folder of its own, never used before. */
export interface RunPlace {
  baseUrl: string
  authorityFile: string
  /** Takes the documents; exists and is empty. */
  savedFolder: string
  /** Takes whatever else the tool writes, and stands for the home of its user. */
  homeFolder: string
  /** What `list` gave, where it gave anything. */
  listFile: string
}

export interface SaveTool {
  /** For its folder; `own` is what the others are compared with. */
  id: string
  /** With its version, as the report names it. */
  title: string
  /** Prints a version: run before each measured run, so that no program starts from a cold disk. */
  warmUp: Command
  /** The addresses in the form that the tool reads; undefined for ours, which finds them by itself. */
  list: ((documents: readonly SiteDocument[], baseUrl: string) => string) | undefined
  command(place: RunPlace): Command
  savedName(documentId: string): string
  /** It meets a service with these in place of nginx. */
  manners?: Manners
}
