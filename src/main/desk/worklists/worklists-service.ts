import { setImmediate } from 'node:timers/promises'
import type { Input, Output } from '../../../shared/contract/contract.ts'
import type { Environment } from '../../../shared/model/connection.ts'
import type { Logger } from '../../../engine/base/logger.ts'
import { openedLate } from '../../../engine/base/opened-late.ts'
import type { ParcelDesk } from '../../../engine/parcel-desk.ts'
import type { ClockPort } from '../../../engine/ports/clock.ts'
import type { EventHub } from '../event-hub.ts'
import type { SearchRuns } from '../search/search-runs.ts'
import { setSources } from '../search/set-rows.ts'
import type { OpenSessions } from '../sessions.ts'
import { describeLines, type WorklistLine } from './describe-lines.ts'
import type { ImportedLines } from './import-lines.ts'
import { createOpenWorklists, type OwnedWorklist } from './open-worklists.ts'
import { localDay } from '../../../engine/worklists/answer-store.ts'
import type { StoredWorklist } from '../../../engine/worklists/worklist-rows.ts'
import { requireReadable } from '../../../engine/worklists/worklist-store.ts'

export type WorklistView = Output<'worklists.open'>

/** Edits whose lines have been read already. */
export type WorklistEdit =
  | Exclude<Input<'worklists.edit'>['edit'], { kind: 'add-lines' }>
  | { kind: 'add-lines'; added: ImportedLines }

/** Which worklist, of the account of which session. */
export interface WorklistId {
  sessionId: string
  worklistId: string
}

/**
 * Worklists of the accounts that are signed in. All fail with no-credentials (the session has ended), bad-usage (no such
 * worklist) and storage-failed.
 */
export interface WorklistsService {
  list(sessionId: string): WorklistView[]
  /** Makes one, opens it and looks its references up. */
  create(sessionId: string, lines: ImportedLines, customers: readonly string[]): WorklistView
  /** Its sets can then be read and saved. On the first opening of a day everything is looked up again. */
  open(id: WorklistId): Promise<WorklistView>
  check(id: WorklistId): WorklistView
  /** Fails with bad-usage if it was edited meanwhile. New lines are looked up. */
  edit(id: WorklistId, revision: number, edit: WorklistEdit): WorklistView
  remove(id: WorklistId): void
  restore(id: WorklistId): WorklistView
  lines(id: WorklistId, slice: { from: number; count: number }): WorklistLine[]
  /** The worklist and all its lines, read a slice at a time so that nothing else has to wait. */
  whole(id: WorklistId): Promise<{ worklist: StoredWorklist; lines: WorklistLine[] }>
}

interface WorklistsOptions {
  engine: Pick<ParcelDesk, 'worklists' | 'feed'>
  sessions: Pick<OpenSessions, 'find' | 'beforeClose'>
  runs: SearchRuns
  events: Pick<EventHub, 'emit'>
  clock: ClockPort
  logger: Logger
}

/** Lines between two turns of the event loop. */
const SLICE = 1_000

export function createWorklistsService(options: WorklistsOptions): WorklistsService {
  const { engine, sessions, events, clock } = options
  const onChanged = (worklistId: string): void => events.emit('worklists.changed', { worklistId })
  const open = createOpenWorklists({ ...options, onChanged })
  const storage = openedLate((environment: Environment) => {
    const worklists = engine.worklists(environment)
    worklists.deleteRemoved()
    return worklists
  })

  const find = ({ sessionId, worklistId }: WorklistId): OwnedWorklist => {
    const opened = sessions.find(sessionId)
    const store = storage.of(opened.connection.environment)
    return { opened, store, worklist: store.find(opened.connection, worklistId) }
  }
  const view = (id: WorklistId): WorklistView => describe(find(id).worklist, id.sessionId)
  const describe = (worklist: StoredWorklist, sessionId: string): WorklistView => {
    const searchId = open.find(sessionId, worklist.worklistId)?.run.searchId ?? null
    return { ...worklist, searchId }
  }
  const lines: WorklistsService['lines'] = (id, slice) => {
    const { opened, store, worklist } = find(id)
    const read = store.lines(id.worklistId, slice)
    const answers = store.answers.read(
      id.worklistId,
      read.map(({ reference }) => reference),
    )
    return describeLines(read, {
      sets: setSources(engine, opened),
      worklist,
      open: open.find(id.sessionId, id.worklistId),
      answers,
      today: localDay(clock.now()),
    })
  }
  const announced = (id: WorklistId): WorklistView => {
    onChanged(id.worklistId)
    return view(id)
  }
  return {
    list: (sessionId) => {
      const { connection } = sessions.find(sessionId)
      const stored = storage.of(connection.environment).list(connection)
      return stored.map((worklist) => describe(worklist, sessionId))
    },
    create: (sessionId, { table, name }, customers) => {
      const { connection } = sessions.find(sessionId)
      const worklists = storage.of(connection.environment)
      const free = freeName(name, worklists.list(connection))
      const id = { sessionId, worklistId: worklists.create(connection, { name: free, customers }, table) }
      open.check(find(id), 'all')
      return announced(id)
    },
    open: async (id) => {
      const owned = find(id)
      requireReadable(owned.worklist)
      owned.store.noteOpened(id.worklistId, clock.now())
      const shown = open.find(id.sessionId, id.worklistId)
      if (shown?.run.progress.state !== 'running' && isNewDay(owned.worklist, clock.now())) {
        open.check(owned, 'all')
        return announced(id)
      }
      if (shown === undefined) await open.open(owned)
      return view(id)
    },
    check: (id) => {
      const owned = find(id)
      requireReadable(owned.worklist)
      open.check(owned, 'all')
      return announced(id)
    },
    edit: (id, revision, edit) => {
      const owned = find(id)
      owned.store.edit(id.worklistId, revision, (lineEdits) => {
        if (edit.kind === 'rename') lineEdits.rename(edit.name)
        else if (edit.kind === 'add-lines') lineEdits.addLines(edit.added.table)
        else if (edit.kind === 'take-column') lineEdits.takeColumn(edit.column)
        else if (edit.kind === 'remove-lines') lineEdits.setLinesRemoved(edit.lineIds, true)
        else if (edit.kind === 'restore-lines') lineEdits.setLinesRemoved(edit.lineIds, false)
      })
      if (edit.kind === 'mark-seen') owned.store.answers.markSeen(id.worklistId)
      if (edit.kind === 'add-lines' || edit.kind === 'take-column') open.check(find(id), 'unanswered')
      return announced(id)
    },
    remove: (id) => {
      find(id).store.setRemoved(id.worklistId, true)
      open.close(id.sessionId, id.worklistId)
      onChanged(id.worklistId)
    },
    restore: (id) => {
      const { connection } = sessions.find(id.sessionId)
      storage.of(connection.environment).setRemoved(id.worklistId, false)
      return announced(id)
    },
    lines,
    whole: async (id) => {
      const all: WorklistLine[] = []
      for (let from = 0; ; from += SLICE) {
        const read = lines(id, { from, count: SLICE })
        all.push(...read)
        if (read.length < SLICE) return { worklist: find(id).worklist, lines: all }
        await setImmediate()
      }
    },
  }
}

function isNewDay({ checkedAt, references }: StoredWorklist, now: Date): boolean {
  return references > 0 && (checkedAt === null || localDay(new Date(checkedAt)) < localDay(now))
}

/** “List”, or “List (2)” if there is one of that name. */
function freeName(name: string, others: readonly StoredWorklist[]): string {
  const taken = new Set(others.map((other) => other.name))
  let free = name
  for (let number = 2; taken.has(free); number += 1) free = `${name} (${number})`
  return free
}
