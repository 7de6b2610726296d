import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { namedSearch, type selection } from '../../shared/contract/search-contract.ts'
import type { Environment } from '../../shared/model/connection.ts'
import type { Problem } from '../../shared/model/parcel-set.ts'
import { createJsonFile, type JsonFile } from '../storage/json-file.ts'
import { nameSelection } from './name-selection.ts'

const MOST_RECENT = 10

const storedSearches = z.object({ saved: z.array(namedSearch), recent: z.array(namedSearch) })

export type NamedSearch = z.output<typeof namedSearch>
type StoredSelection = z.output<typeof selection>
type StoredSearches = z.output<typeof storedSearches>

/** Searches that the user named, and the last ones; test and production have their own. All fail with storage-failed. */
export interface SavedSearches {
  read(environment: Environment): StoredSearches
  /** One of the same name gives way. */
  save(environment: Environment, name: string, selection: StoredSelection): NamedSearch
  /** Puts a search in front of the recent ones; it is in them once. */
  note(environment: Environment, selection: StoredSelection): void
  forget(environment: Environment, id: string): void
}

interface Parts {
  dataDir: string
  onNotice: (notice: Problem) => void
}

/** Kept in one small file for each environment. */
export function createSavedSearches({ dataDir, onNotice }: Parts): SavedSearches {
  const fileOf = (environment: Environment): JsonFile<StoredSearches> =>
    createJsonFile({
      file: join(dataDir, environment, 'searches.json'),
      shape: storedSearches,
      empty: { saved: [], recent: [] },
      afterLoss: 'It held the searches that you saved; save them again.',
      onNotice,
    })
  const change = (environment: Environment, edit: (before: StoredSearches) => Partial<StoredSearches>): void => {
    const file = fileOf(environment)
    const before = file.read()
    file.write({ ...before, ...edit(before) })
  }
  return {
    read: (environment) => fileOf(environment).read(),
    save: (environment, name, wanted) => {
      const added = named(name.trim(), wanted)
      change(environment, ({ saved }) => ({
        saved: [...saved.filter((one) => fold(one.name) !== fold(added.name)), added],
      }))
      return added
    },
    note: (environment, wanted) => {
      const key = keyOf(wanted)
      change(environment, ({ recent }) => {
        const others = recent.filter((one) => keyOf(one.selection) !== key)
        return { recent: [named(nameSelection(wanted), wanted), ...others].slice(0, MOST_RECENT) }
      })
    },
    forget: (environment, id) => {
      change(environment, ({ saved, recent }) => ({
        saved: saved.filter((one) => one.id !== id),
        recent: recent.filter((one) => one.id !== id),
      }))
    },
  }
}

function named(name: string, wanted: StoredSelection): NamedSearch {
  return { id: randomUUID(), name, selection: wanted, savedAt: new Date().toISOString() }
}

/** Equal for two selections that ask for the same, in whatever order. */
function keyOf({ customers, shipmentRefs, status, instance, filters, states }: StoredSelection): string {
  const lists = [customers, shipmentRefs, states].map((list) => list.toSorted())
  const given = Object.entries(filters).map(([filter, value]) => `${filter}\n${value}`)
  return JSON.stringify([...lists, given.toSorted(), status, instance])
}

function fold(name: string): string {
  return name.normalize('NFC').toLowerCase()
}
