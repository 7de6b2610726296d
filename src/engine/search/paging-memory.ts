import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { PagingMemory } from '../exchange/search-sets.ts'
import { guardStorage } from '../storage/guard-storage.ts'

const pagingMode = z.enum(['query', 'body'])

/** What paging worked for an address, kept beside the sets that it brought (T1). */
export function createPagingMemory(database: DatabaseSync, baseUrl: string): PagingMemory {
  const select = database.prepare('SELECT mode FROM paging WHERE base_url = ?')
  const insert = database.prepare('INSERT OR REPLACE INTO paging (base_url, mode) VALUES (?, ?)')
  return {
    recall: () => pagingMode.safeParse(guardStorage(database, () => select.get(baseUrl))?.['mode']).data,
    remember: (mode) => {
      guardStorage(database, () => insert.run(baseUrl, mode))
    },
  }
}
