import { z } from 'zod/mini'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { ignoring } from '../../shared/errors/ignoring.ts'
import { type Caller, deskCaller } from './desk-client.ts'

const column = z.object({ id: z.string(), width: z.number(), isHidden: z.boolean() })
const sortRule = z.object({ id: z.string(), direction: z.enum(['ascending', 'descending']) })
/** Earlier versions knew no groups. */
const groupBy = z.prefault(z.nullable(z.string()), null)
const layout = z.object({ columns: z.array(column), sort: z.array(sortRule), groupBy })
const habits = z.object({
  zoom: z.union([z.enum(['width', 'page']), z.number().check(z.minimum(0.05), z.maximum(8))]),
  hasThumbnails: z.boolean(),
})
interface StoredLayout {
  readonly columns: readonly z.output<typeof column>[]
  readonly sort: readonly z.output<typeof sortRule>[]
  readonly groupBy: string | null
}
const schemas = {
  panes: z.record(z.string(), z.number()),
  'search-grid': z.optional(layout),
  'worklist-grid': z.optional(layout),
  /** How documents are shown in the main window and in the second one. */
  preview: z.optional(habits),
  reader: z.optional(habits),
}
type Views = { [Name in keyof typeof schemas]: z.output<(typeof schemas)[Name]> }

const NOTHING_STORED: Views = {
  panes: {},
  'search-grid': undefined,
  'worklist-grid': undefined,
  preview: undefined,
  reader: undefined,
}

/** A drag changes a width at every frame; the disk need not follow. */
const WRITE_DEBOUNCE_MS = 400

export interface ViewsActions {
  /** Reads the stored arrangement; what cannot be read starts from the default. */
  load(): Promise<void>
  remember<Name extends keyof Views>(view: Name, state: Views[Name]): void
  /** Writes what is still waiting. */
  flush(): void
}

export interface ViewsStore extends StoreApi<Views> {
  readonly actions: ViewsActions
}

/** How the user arranged the page: stored by the main process, meaningful only here. */
export function createViewsStore(caller: Pick<Caller, 'call'>): ViewsStore {
  const store = createStore<Views>(() => NOTHING_STORED)
  const pending = new Map<keyof Views, { readonly timer: ReturnType<typeof setTimeout>; readonly write: () => void }>()

  const read = async <Schema>(view: keyof Views, schema: z.ZodMiniType<Schema>): Promise<Schema | undefined> => {
    try {
      const { state } = await caller.call('views.read', { view })
      return state === null ? undefined : schema.safeParse(JSON.parse(state)).data
    } catch {
      return undefined
    }
  }

  const actions: ViewsActions = {
    load: async () => {
      const [panes, searchGrid, worklistGrid, preview, reader] = await Promise.all([
        read('panes', schemas.panes),
        read('search-grid', schemas['search-grid']),
        read('worklist-grid', schemas['worklist-grid']),
        read('preview', schemas.preview),
        read('reader', schemas.reader),
      ])
      store.setState({
        panes: panes ?? {},
        'search-grid': searchGrid,
        'worklist-grid': worklistGrid,
        preview,
        reader,
      })
    },
    remember: (view, state) => {
      store.setState({ [view]: state })
      clearTimeout(pending.get(view)?.timer)
      const write = (): void => {
        pending.delete(view)
        caller
          .call('views.write', { view, state: JSON.stringify(state) })
          .catch(ignoring('a width that is not kept is no reason to disturb anybody'))
      }
      pending.set(view, { timer: setTimeout(write, WRITE_DEBOUNCE_MS), write })
    },
    flush: () => {
      for (const { write } of pending.values()) write()
    },
  }
  return { ...store, actions }
}

export const viewsStore = createViewsStore(deskCaller)

/** How the user arranged the grid of a place. */
export function rememberLayout(place: 'search' | 'worklist', { columns, sort, groupBy: grouped }: StoredLayout): void {
  viewsStore.actions.remember(`${place}-grid`, { columns: [...columns], sort: [...sort], groupBy: grouped })
}

/** The width that the user gave to a pane, in pixels, and how to change it; undefined before that. */
export function usePaneWidth(pane: string): [number | undefined, (widthPx: number) => void] {
  const panes = useStore(viewsStore, (views) => views.panes)
  return [
    panes[pane],
    (widthPx) => {
      viewsStore.actions.remember('panes', { ...panes, [pane]: widthPx })
    },
  ]
}
