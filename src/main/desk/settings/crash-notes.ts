import { join } from 'node:path'
import { z } from 'zod'
import type { Input, Payload } from '../../../shared/contract/contract.ts'
import type { Problem } from '../../../shared/model/parcel-set.ts'
import type { CrashRecords } from '../../../engine/support/crash-records.ts'
import { createJsonFile } from '../../../engine/storage/json-file.ts'

export type CrashNote = Payload<'crashes.changed'>['crash']

/** A page that fails at every drawing must not push the records of other errors out. */
const MAX_PAGE_ERRORS = 3

export interface CrashNotes {
  /** The newest record of which the user was not told yet. */
  current(): CrashNote
  /** The user has taken note. */
  dismiss(): void
  /** Records an error that the page caught; false where it is known, or one too many. */
  addPageError(error: Input<'diagnostics.recordPageError'>): boolean
}

interface CrashNotesOptions {
  dataDir: string
  crashes: CrashRecords
  onNotice: (notice: Problem) => void
}

/** Tells once of each error that nobody caught. */
export function createCrashNotes({ dataDir, crashes, onNotice }: CrashNotesOptions): CrashNotes {
  const file = createJsonFile({
    file: join(dataDir, 'crashes-told.json'),
    shape: z.object({ until: z.string() }),
    empty: { until: '' },
    afterLoss: 'Parcel Desk may tell you again of an error that you have taken note of.',
    onNotice,
  })
  const pageErrors = new Set<string>()
  return {
    current: () => {
      const [newest] = crashes.list()
      return newest === undefined || newest.at <= file.read().until ? null : { at: newest.at, where: newest.where }
    },
    dismiss: () => {
      const [newest] = crashes.list()
      if (newest !== undefined) file.write({ until: newest.at })
    },
    addPageError: ({ name, message, stack }) => {
      if (pageErrors.has(message) || pageErrors.size >= MAX_PAGE_ERRORS) return false
      pageErrors.add(message)
      crashes.add('page', Object.assign(new Error(message), { name, stack }))
      return true
    },
  }
}
