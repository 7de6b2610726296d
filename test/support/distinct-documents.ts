import { readFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { createDocuments } from '../exchange-service/documents.ts'
import type { DocumentKind, ExchangeData, StoredSet } from '../exchange-service/exchange-data.ts'
import { largeData, type LargeDataOptions } from '../exchange-service/large-data.ts'
import { filesBelow } from './temp-folder.ts'
import { sha256Of } from './test-ledger.ts'

/** Large data in which no two documents have the same bytes, so that one under the name of another is seen. */
export function distinctData(
  options: LargeDataOptions,
  kind: Exclude<DocumentKind, 'small'> = 'certificate-of-origin',
): ExchangeData {
  const data = largeData(options)
  const distinct = (set: StoredSet): StoredSet => ({
    ...set,
    documentKinds: set.documentKinds.map(() => kind),
  })
  return {
    counterparties: data.counterparties,
    search: (filters) => {
      const { total, slice } = data.search(filters)
      return { total, slice: (start, end) => slice(start, end).map(distinct) }
    },
    findSet: (setId) => {
      const set = data.findSet(setId)
      return set === undefined ? undefined : distinct(set)
    },
  }
}

/** What an honest service sends: the SHA-256 of every document, by its id. */
export async function honestHashes(data: ExchangeData, version = 1): Promise<Map<string, string>> {
  const documents = createDocuments()
  const customerIds = data.counterparties.map(({ customerId }) => customerId)
  const { total, slice } = data.search({ customerIds })
  const hashes = new Map<string, string>()
  for (const set of slice(0, total)) {
    for (const [index, { documentId }] of set.row.documents.entries()) {
      hashes.set(documentId, sha256Of(await documents.bytesOf({ set, index, version })))
    }
  }
  return hashes
}

/** The SHA-256 of every PDF below a folder, by its name without the extension. */
export async function savedHashes(folder: string): Promise<Map<string, string>> {
  const files = (await filesBelow(folder)).filter((file) => file.endsWith('.pdf'))
  const hashes = new Map<string, string>()
  for (const file of files) hashes.set(parse(file).name, sha256Of(await readFile(join(folder, file))))
  return hashes
}
