import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { badUsage } from '../../shared/errors/app-error.ts'

export interface ChosenFiles {
  /** Keeps a path that the user chose and gives out an id and a name for it: the page sends no paths. */
  add(path: string): { fileId: string; name: string }
  /** Fails with bad-usage for an id that was not given out in this run. */
  pathOf(fileId: string): string
}

/** Files that the user picked in a dialog of the system. */
export function createChosenFiles(): ChosenFiles {
  const paths = new Map<string, string>()
  return {
    add: (path) => {
      const fileId = randomUUID()
      paths.set(fileId, path)
      return { fileId, name: basename(path) }
    },
    pathOf: (fileId) => {
      const path = paths.get(fileId)
      if (path === undefined) throw badUsage('The chosen file is not known any more.', 'Choose it again.')
      return path
    },
  }
}
