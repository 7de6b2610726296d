import { onTestFinished } from 'vitest'
import { createSystemClock } from '../../src/adapters/system-clock.ts'
import type { ClockPort } from '../../src/engine/ports/clock.ts'
import { createTables } from '../../src/engine/tables/table-thread.ts'
import { createTableFiles } from '../../src/main/desk/table-files.ts'
import { createTextFiles } from '../../src/main/desk/text-files.ts'
import { createWorklistHandlers } from '../../src/main/desk/worklists/worklist-handlers.ts'
import { createWorklistsService } from '../../src/main/desk/worklists/worklists-service.ts'
import type { Output } from '../../src/shared/contract/contract.ts'
import { createDeskCalls, type DeskCalls } from './desk-calls.ts'
import type { SearchPage } from './search-page.ts'

export type Worklist = Output<'worklists.open'>
export type Line = Output<'worklists.lines'>['lines'][number]

/** Worklists as the page sees them, over real HTTP and in a real database. */
export interface WorklistsPage extends DeskCalls {
  /** Ids of the worklists that changed, in order. */
  changed: string[]
  /** The time on the wall; a test may turn it. */
  time: { now: Date }
  /** Where the next export is written. */
  filesToWrite: string[]
  /** Makes a list and waits until it has been looked up and kept. */
  make(sessionId: string, text: string): Promise<Worklist>
  /** Waits until the check under way has ended and is kept. */
  checked(sessionId: string, worklistId: string): Promise<Worklist>
  lines(sessionId: string, worklistId: string): Promise<Line[]>
}

/** Uses the sessions and searches of the page; its data folder keeps the worklists. Waits are real unless a clock is given. */
export function openWorklistsPage(
  { desk, sessions, runs, filesToChoose, ended }: SearchPage,
  waits: Pick<ClockPort, 'wait'> = createSystemClock(),
): WorklistsPage {
  const { logger } = desk.desk
  const time = { now: new Date(2026, 2, 5, 9, 0) }
  let asked = 0
  // Never the same twice, as on a wall.
  const clock = { ...createSystemClock(), wait: waits.wait, now: () => new Date(time.now.getTime() + (asked += 1)) }
  const [changed, filesToWrite]: [string[], string[]] = [[], []]
  const keepers: (() => void)[] = []
  const worklists = createWorklistsService({
    engine: desk.desk,
    sessions,
    runs,
    clock,
    logger,
    events: {
      emit: (_name, payload) => {
        if ('worklistId' in payload) changed.push(payload.worklistId)
        for (const look of keepers) look()
      },
    },
  })
  const folders = {
    chooseFile: () => Promise.resolve(filesToChoose.shift()),
    chooseNewFile: () => Promise.resolve(filesToWrite.shift()),
    open: () => Promise.resolve(),
  }
  const tables = createTables({ program: undefined, clock })
  const calls = createDeskCalls(
    createWorklistHandlers({
      worklists,
      folders,
      tables,
      tableFiles: createTableFiles(createTextFiles(folders), tables),
    }),
    logger,
  )
  onTestFinished(async () => {
    await Promise.all(sessions.list().map(({ sessionId }) => sessions.close(sessionId)))
  })
  const find = async (sessionId: string, worklistId: string): Promise<Worklist | undefined> =>
    (await calls.call('worklists.list', { sessionId })).worklists.find((one) => one.worklistId === worklistId)
  const checked: WorklistsPage['checked'] = async (sessionId, worklistId) => {
    const searchId = (await find(sessionId, worklistId))?.searchId ?? ''
    const before = changed.length
    const kept = Promise.withResolvers<void>()
    keepers.push(() => changed.length > before && kept.resolve())
    await ended(searchId)
    await kept.promise
    const list = await find(sessionId, worklistId)
    if (list === undefined) throw new Error('the worklist is gone')
    return list
  }
  return {
    ...calls,
    changed,
    time,
    filesToWrite,
    checked,
    make: async (sessionId, text) => {
      const { worklist } = await calls.call('worklists.create', {
        sessionId,
        customers: [],
        source: { kind: 'text', text },
      })
      return await checked(sessionId, worklist?.worklistId ?? '')
    },
    lines: async (sessionId, worklistId) =>
      (await calls.call('worklists.lines', { sessionId, worklistId, slice: { from: 0, count: 2_000 } })).lines,
  }
}
