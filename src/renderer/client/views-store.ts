import { z } from 'zod'
import { createStore } from 'zustand/vanilla'
import { call } from './desk-client.ts'
import { useStore } from 'zustand'

const layout = z.object({
  columns: z.array(z.object({ id: z.string(), width: z.number(), isHidden: z.boolean() })),
  sort: z.array(z.object({ id: z.string(), direction: z.enum(['ascending', 'descending']) })),
})
const shapes = {
  panes: z.record(z.string(), z.number()),
  'search-grid': layout.optional(),
  'worklist-grid': layout.optional(),
}
type Views = { [Name in keyof typeof shapes]: z.output<(typeof shapes)[Name]> }

/** While something is dragged it changes at every frame; the disk need not know. */
const WRITE_AFTER_MS = 400

/** How the user arranged the page: kept by the main process, meaningful here alone. */
export const viewsStore = createStore<Views>(() => ({
  panes: {},
  'search-grid': undefined,
  'worklist-grid': undefined,
}))

/** Reads what was arranged earlier; what cannot be read is arranged anew. From then on nothing that changes is lost. */
export async function loadViews(): Promise<void> {
  // A window that is closed or reloaded right after a change keeps it too.
  window.addEventListener('pagehide', () => {
    for (const { write } of waiting.values()) write()
  })
  const [panes, searchGrid, worklistGrid] = await Promise.all([
    read('panes', shapes.panes),
    read('search-grid', shapes['search-grid']),
    read('worklist-grid', shapes['worklist-grid']),
  ])
  viewsStore.setState({ panes: panes ?? {}, 'search-grid': searchGrid, 'worklist-grid': worklistGrid })
}

const waiting = new Map<keyof Views, { readonly timer: number; readonly write: () => void }>()

export function rememberView<Name extends keyof Views>(view: Name, state: Views[Name]): void {
  viewsStore.setState({ [view]: state })
  window.clearTimeout(waiting.get(view)?.timer)
  const write = (): void => {
    waiting.delete(view)
    // Not being able to remember a width is no reason to disturb anybody.
    call('views.write', { view, state: JSON.stringify(state) }).catch(() => undefined)
  }
  waiting.set(view, { timer: window.setTimeout(write, WRITE_AFTER_MS), write })
}

async function read<Shape>(view: keyof Views, shape: z.ZodType<Shape>): Promise<Shape | undefined> {
  try {
    const { state } = await call('views.read', { view })
    return state === null ? undefined : shape.safeParse(JSON.parse(state)).data
  } catch {
    return undefined
  }
}

/** The width that the user gave to a pane, and how to change it. In pixels. */
export function usePaneWidth(pane: string, firstPx: number): [number, (widthPx: number) => void] {
  const panes = useStore(viewsStore, (views) => views.panes)
  return [
    panes[pane] ?? firstPx,
    (widthPx) => {
      rememberView('panes', { ...panes, [pane]: widthPx })
    },
  ]
}
