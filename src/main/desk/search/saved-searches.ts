import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import type { Selection } from '../../../shared/model/selection.ts'
import type { Problem } from '../../../shared/model/parcel-set.ts'
import { stateLabel } from '../../../shared/text/set-fields.ts'
import { counted } from '../../../shared/text/format.ts'
import type { AccountIdentity } from '../../../shared/words/account-names.ts'
import { storedSelection } from '../../../engine/search/selection.ts'
import { createJsonFile, type JsonFile } from '../../../engine/storage/json-file.ts'

const MAX_RECENT = 10

/** Null stands for unknown. */
const narrowing = z.object({ quickFilter: z.string(), facets: z.record(z.string(), z.array(z.string().nullable())) })

const storedSearch = z.object({
  id: z.string(),
  name: z.string(),
  selection: storedSelection,
  /** Absent if every row was shown. */
  narrowing: narrowing.optional(),
  savedAt: z.string(),
  account: z.object({ baseUrl: z.string(), username: z.string() }),
})
const storedSearches = z.object({ saved: z.array(storedSearch), recent: z.array(storedSearch) })

export type NamedSearch = Omit<StoredSearch, 'account'>
type SearchToName = Pick<NamedSearch, 'name' | 'selection' | 'narrowing'>
type StoredSearch = z.output<typeof storedSearch>
type StoredSearches = z.output<typeof storedSearches>

/**
 * Named and recent searches. Every account has its own: another service has other customers, so its searches would find
 * nothing here. All fail with storage-failed.
 */
export interface SavedSearches {
  read(account: AccountIdentity): StoredSearches
  /** Replaces a search of the same name. */
  save(account: AccountIdentity, search: SearchToName): NamedSearch
  /** Moves a search to the front of the recent ones. */
  note(account: AccountIdentity, selection: Selection): void
  forget(account: AccountIdentity, id: string): void
}

interface SavedSearchesOptions {
  dataDir: string
  onNotice: (notice: Problem) => void
}

/** Stored in one small file for each environment. */
export function createSavedSearches({ dataDir, onNotice }: SavedSearchesOptions): SavedSearches {
  const fileOf = ({ environment }: AccountIdentity): JsonFile<StoredSearches> =>
    createJsonFile({
      file: join(dataDir, environment, 'searches.json'),
      shape: storedSearches,
      empty: { saved: [], recent: [] },
      afterLoss: 'It held the searches that you saved; save them again.',
      onNotice,
    })
  /** Edits the searches of one account; those of others stay. */
  const change = (account: AccountIdentity, edit: (own: StoredSearches) => Partial<StoredSearches>): void => {
    const file = fileOf(account)
    const before = file.read()
    const own = searchesOf(account, before)
    const after = { ...own, ...edit(own) }
    const others = (searches: StoredSearch[]): StoredSearch[] => searches.filter((one) => !isOfAccount(account, one))
    file.write({
      saved: [...others(before.saved), ...after.saved],
      recent: [...after.recent, ...others(before.recent)],
    })
  }
  return {
    read: (account) => searchesOf(account, fileOf(account).read()),
    save: (account, search) => {
      const added = named({ ...search, name: search.name.trim() })
      change(account, ({ saved }) => ({
        saved: [...saved.filter((one) => fold(one.name) !== fold(added.name)), withAccount(account, added)],
      }))
      return added
    },
    note: (account, selection) => {
      const key = keyOf(selection)
      const noted = withAccount(account, named({ name: nameSelection(selection), selection }))
      change(account, ({ recent }) => {
        const others = recent.filter((one) => keyOf(one.selection) !== key)
        return { recent: [noted, ...others].slice(0, MAX_RECENT) }
      })
    },
    forget: (account, id) => {
      change(account, ({ saved, recent }) => ({
        saved: saved.filter((one) => one.id !== id),
        recent: recent.filter((one) => one.id !== id),
      }))
    },
  }
}

function searchesOf(account: AccountIdentity, { saved, recent }: StoredSearches): StoredSearches {
  return {
    saved: saved.filter((one) => isOfAccount(account, one)),
    recent: recent.filter((one) => isOfAccount(account, one)),
  }
}

function isOfAccount({ baseUrl, username }: AccountIdentity, { account }: StoredSearch): boolean {
  return account.baseUrl === baseUrl && account.username === username
}

function withAccount({ baseUrl, username }: AccountIdentity, search: NamedSearch): StoredSearch {
  return { ...search, account: { baseUrl, username } }
}

function named(search: SearchToName): NamedSearch {
  return { ...search, id: randomUUID(), savedAt: new Date().toISOString() }
}

/** Equal for two selections that differ only in order. */
function keyOf({ customers, shipmentRefs, status, instance, filters, states }: Selection): string {
  const lists = [customers, shipmentRefs, states].map((list) => list.toSorted())
  const given = Object.entries(filters).map(([filter, value]) => `${filter}\n${value}`)
  return JSON.stringify([...lists, given.toSorted(), status, instance])
}

function fold(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

const MAX_REFERENCES = 3

/** Describes a selection in a few words, for the list of recent searches. */
export function nameSelection(selection: Pick<Selection, 'customers' | 'shipmentRefs' | 'filters' | 'states'>): string {
  const { customers, shipmentRefs, filters, states } = selection
  const parts = [
    ...(shipmentRefs.length === 0 ? [] : [nameReferences(shipmentRefs)]),
    customers.length === 0 ? 'every customer' : counted(customers.length, 'customer'),
    ...states.map(stateLabel),
    ...Object.values(filters),
  ]
  return parts.join(', ')
}

function nameReferences(references: readonly string[]): string {
  const shown = references.slice(0, MAX_REFERENCES).join(', ')
  const rest = references.length - MAX_REFERENCES
  return rest > 0 ? `${shown} and ${rest} more` : shown
}
