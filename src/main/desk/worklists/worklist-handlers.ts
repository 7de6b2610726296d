import type { Tables } from '../../../engine/tables/table-thread.ts'
import type { FoldersPort } from '../desk-ports.ts'
import type { HandlersOf } from '../router.ts'
import type { TableFiles } from '../table-files.ts'
import { tableOfLines } from './export-lines.ts'
import { createLineImport } from './import-lines.ts'
import type { WorklistsService } from './worklists-service.ts'

interface WorklistHandlerOptions {
  worklists: WorklistsService
  folders: Pick<FoldersPort, 'chooseFile'>
  tableFiles: TableFiles
  tables: Tables
}

export function createWorklistHandlers(options: WorklistHandlerOptions): HandlersOf<'worklists'> {
  const { worklists, tableFiles } = options
  const importLines = createLineImport(options)
  return {
    'worklists.list': ({ sessionId }) => ({ worklists: worklists.list(sessionId) }),
    'worklists.create': async ({ sessionId, customers, source }) => {
      const lines = await importLines(source)
      if (lines === null) return { worklist: null, note: null }
      const { note, hiddenLines } = lines
      const worklist = worklists.create(sessionId, lines, customers)
      return { worklist, note, ...(hiddenLines.length === 0 ? {} : { hiddenLines }) }
    },
    'worklists.open': worklists.open,
    'worklists.lines': ({ slice, ...id }) => ({ lines: worklists.lines(id, slice) }),
    'worklists.check': worklists.check,
    'worklists.edit': async ({ revision, edit, ...id }) => {
      if (edit.kind !== 'add-lines') return { worklist: worklists.edit(id, revision, edit), note: null }
      const added = await importLines(edit.source)
      if (added === null) return { worklist: null, note: null }
      return { worklist: worklists.edit(id, revision, { kind: 'add-lines', added }), note: added.note }
    },
    'worklists.remove': (id) => {
      worklists.remove(id)
      return {}
    },
    'worklists.restore': worklists.restore,
    'worklists.export': async ({ format, ...id }) => {
      const { worklist, lines } = await worklists.whole(id)
      const rows = tableOfLines(worklist, lines)
      const named = { title: 'Export the worklist', name: fileNameOf(worklist.name), sheet: 'Worklist' }
      const file = await tableFiles.save({ ...named, format, rows })
      return { file, lines: lines.length }
    },
  }
}

/** A name may hold what no file name may; the system's dialog lets the user change it. */
function fileNameOf(name: string): string {
  const plain = name
    .replaceAll(/[^\p{L}\p{N} ()_-]+/gu, '-')
    .trim()
    .slice(0, 80)
  return plain === '' ? 'worklist' : plain
}
