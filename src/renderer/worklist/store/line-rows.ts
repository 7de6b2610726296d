import type { StoreApi } from 'zustand/vanilla'
import { ignoring } from '../../../shared/errors/ignoring.ts'
import type { WorklistLine } from '../../../shared/words/worklist-words.ts'
import type { Caller } from '../../client/desk-client.ts'
import { createReader } from '../../client/create-reader.ts'
import type { SetRow } from '../../set/set-columns.ts'
import { agreeTicks, canOpen, lineRowId, setRowId, type SetOfLineRow, type WorklistRow } from './worklist-rows.ts'
import type { WorklistState } from './worklist-state.ts'

const SLICE_LINES = 1_000
/** Of a long list, the time between two readings while answers arrive: each reads all of it. */
const LONG_LIST_PAUSE_MS = 700

/** The lines of the list on the screen, as rows of its grid. */
export interface LineRows {
  /** Forgets the lines: another list is on the screen. */
  restart(): void
  isEmpty(): boolean
  /** Reads all lines; a request that comes while it reads makes it read once more. */
  read(): void
  /** Shows or hides the sets of a line. */
  toggle(line: WorklistLine): Promise<void>
  toggleAll(): Promise<void>
  /** The ticked sets of closed lines whose other sets are not ticked. */
  hiddenTicks(): readonly SetOfLineRow[]
}

interface LineRowsDependencies {
  readonly store: StoreApi<WorklistState>
  readonly caller: Caller
  readonly sessionId: () => string | undefined
}

export function createLineRows({ store, caller, sessionId: currentSession }: LineRowsDependencies): LineRows {
  let lines = new Map<number, WorklistLine>()
  const open = new Set<number>()
  const sets = new Map<string, SetRow>()
  /** Ticked sets of lines that were closed with only some of their sets ticked. */
  const hidden = new Map<number, readonly string[]>()
  let unfollow = (): void => undefined

  const setOf = (line: WorklistLine, setId: string): SetOfLineRow => ({
    kind: 'set',
    line,
    setId,
    set: sets.get(setId),
  })
  const rowsOf = (line: WorklistLine): readonly WorklistRow[] => {
    const isOpen = open.has(line.lineId) && canOpen(line)
    const tickedSets = hidden.get(line.lineId)?.length ?? 0
    const row: WorklistRow = { kind: 'line', line, isOpen, tickedSets }
    if (!isOpen) return [row]
    return [row, ...line.setIds.map((setId) => setOf(line, setId))]
  }
  let isArranging = false
  const showAll = (): void => {
    // Rows that go take their ticks with them: nobody took those off.
    isArranging = true
    store.getState().grid.actions.setRows([...lines.values()].flatMap(rowsOf))
    isArranging = false
  }
  const openLines = (): WorklistLine[] => [...lines.values()].filter((line) => open.has(line.lineId) && canOpen(line))

  /** Keeps the ticks of a line and those of its sets in agreement, whoever changes them. */
  const followTicks = (): void => {
    unfollow()
    const { grid } = store.getState()
    unfollow = grid.subscribe(({ selection }, { selection: before }) => {
      if (selection === before || isArranging) return
      if (selection.size === 0 && hidden.size > 0) {
        hidden.clear()
        showAll()
      }
      const agreed = agreeTicks(before, selection, openLines())
      if (agreed !== selection) grid.setState({ selection: agreed })
    })
  }
  const openAll = (closed: readonly WorklistLine[]): void => {
    const ticked = closed.flatMap((line) => (hidden.get(line.lineId) ?? []).map((setId) => setRowId(line, setId)))
    for (const { lineId } of closed) {
      open.add(lineId)
      hidden.delete(lineId)
    }
    showAll()
    const { selection } = store.getState().grid.getState()
    const ofTicked = closed.filter((line) => selection.has(lineRowId(line)))
    const added = [...ticked, ...ofTicked.flatMap((line) => line.setIds.map((setId) => setRowId(line, setId)))]
    if (added.length > 0) store.getState().grid.setState({ selection: new Set([...selection, ...added]) })
  }
  const closeAll = (opened: readonly WorklistLine[]): void => {
    const { selection } = store.getState().grid.getState()
    for (const line of opened) {
      const ticked = line.setIds.filter((setId) => selection.has(setRowId(line, setId)))
      if (ticked.length > 0 && ticked.length < line.setIds.length) hidden.set(line.lineId, ticked)
      open.delete(line.lineId)
    }
    showAll()
  }

  /** Reads the sets below open lines. */
  const readSets = async (): Promise<void> => {
    const sessionId = currentSession()
    const setIds = [...new Set(openLines().flatMap((line) => line.setIds))]
    for (let from = 0; sessionId !== undefined && from < setIds.length; from += SLICE_LINES) {
      const { rows } = await caller.call('sets.rows', { sessionId, setIds: setIds.slice(from, from + SLICE_LINES) })
      for (const row of rows) sets.set(row.setId, row)
    }
    if (setIds.length > 0) showAll()
  }

  const readAll = async (): Promise<void> => {
    const { shownId: worklistId, grid } = store.getState()
    const sessionId = currentSession()
    if (worklistId === null || sessionId === undefined) return
    const read = new Map<number, WorklistLine>()
    const ask = async (from: number): Promise<Lines> => {
      const slice = { from, count: SLICE_LINES }
      return (await caller.call('worklists.lines', { sessionId, worklistId, slice })).lines
    }
    for await (const slice of readAhead(ask)) {
      if (store.getState().grid !== grid) return
      for (const line of slice) {
        read.set(line.lineId, line)
        lines.set(line.lineId, line)
      }
      if (open.size === 0) grid.actions.appendRows(slice.flatMap(rowsOf))
    }
    // A line that is gone still has its row, and one that came back has it below all others.
    const hasOtherOrder = !isSameOrder([...lines.keys()], [...read.keys()])
    lines = read
    if (hasOtherOrder || open.size > 0) showAll()
    await readSets()
  }

  const newReader = (): (() => void) =>
    createReader(readAll, {
      pauseMs: () => (lines.size > SLICE_LINES ? LONG_LIST_PAUSE_MS : 0),
      onFailure: (thrown) => store.setState({ failure: caller.failureIn(thrown) }),
    })
  let reader = newReader()
  return {
    restart: () => {
      // A list that is opened waits for no pause of the one before it.
      reader = newReader()
      lines = new Map()
      open.clear()
      hidden.clear()
      sets.clear()
      followTicks()
    },
    isEmpty: () => lines.size === 0,
    read: () => reader(),
    toggle: async (line) => {
      if (!canOpen(line)) return
      if (open.has(line.lineId)) closeAll([line])
      else openAll([line])
      await readSets()
    },
    toggleAll: async () => {
      const several = [...lines.values()].filter(canOpen)
      const closed = several.filter(({ lineId }) => !open.has(lineId))
      if (closed.length > 0) openAll(closed)
      else closeAll(several)
      await readSets()
    },
    hiddenTicks: () =>
      [...hidden].flatMap(([lineId, setIds]) => {
        const line = lines.get(lineId)
        return line === undefined ? [] : setIds.map((setId) => setOf(line, setId))
      }),
  }
}

function isSameOrder(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((lineId, at) => lineId === other[at])
}

type Lines = readonly WorklistLine[]

/** Slice after slice; the next one is on its way while one is being shown. */
async function* readAhead(ask: (from: number) => Promise<Lines>): AsyncGenerator<Lines> {
  let next: Promise<Lines> | undefined = ask(0)
  for (let from = SLICE_LINES; next !== undefined; from += SLICE_LINES) {
    const slice: Lines = await next
    next = slice.length < SLICE_LINES ? undefined : ask(from)
    next?.catch(ignoring('nobody waits for it who stops reading here'))
    yield slice
  }
}
