import { z } from 'zod/mini'
import { createStore, type StoreApi } from 'zustand/vanilla'

/** What was chosen in the palette, with enough to choose it again. */
const recentItem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('parcel'), setId: z.string(), name: z.string(), details: z.array(z.string()) }),
  z.object({ kind: z.literal('shipment'), name: z.string() }),
  z.object({ kind: z.literal('vessel'), name: z.string() }),
  z.object({ kind: z.literal('customer'), customerId: z.string(), name: z.string() }),
  z.object({ kind: z.literal('command'), commandId: z.string() }),
])
export type RecentItem = z.output<typeof recentItem>

const KEY = 'palette-recent'
const MAX_RECENT = 8

export interface RecentItems extends StoreApi<{ readonly items: readonly RecentItem[] }> {
  /** Reads what a reload left; another account’s items are gone with the rest of its session. */
  load(): void
  note(item: RecentItem): void
}

/** The last choices, newest first. */
export function createRecentItems(storage: () => Pick<Storage, 'getItem' | 'setItem'>): RecentItems {
  const store = createStore<{ readonly items: readonly RecentItem[] }>(() => ({ items: [] }))
  return {
    ...store,
    load: () => {
      const { data = [] } = z.array(recentItem).safeParse(parsed(storage().getItem(KEY)))
      store.setState({ items: data })
    },
    note: (item) => {
      const others = store.getState().items.filter((one) => recentKey(one) !== recentKey(item))
      const items = [item, ...others].slice(0, MAX_RECENT)
      store.setState({ items })
      storage().setItem(KEY, JSON.stringify(items))
    },
  }
}

/** Equal for two that open the same. */
export function recentKey(item: RecentItem): string {
  if (item.kind === 'parcel') return `parcel ${item.setId}`
  if (item.kind === 'customer') return `customer ${item.customerId}`
  return item.kind === 'command' ? `command ${item.commandId}` : `${item.kind} ${item.name}`
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

export const recentItems = createRecentItems(() => sessionStorage)
