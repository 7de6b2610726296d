import { badUsage } from '../../shared/errors/app-error.ts'
import { isUuid } from '../../shared/text/set-fields.ts'

/** The API version is part of the path (reference “Versioning”, T35). */
const API_PATH = '/v3/common/'

export interface Endpoints {
  token: URL
  counterparties: URL
  search(page?: { offset: number; limit: number }): URL
  document(setId: string, documentId: string): URL
}

/** The URLs of the service below its base URL. */
export function createEndpoints(baseUrl: string): Endpoints {
  const below = (path: string): URL => new URL(`${baseUrl}${API_PATH}${path}`)
  return {
    token: below('oauth2/token'),
    counterparties: below('counterparties'),
    search: (page) => {
      const url = below('sets/search')
      if (page !== undefined) {
        url.searchParams.set('offset', String(page.offset))
        url.searchParams.set('limit', String(page.limit))
      }
      return url
    },
    document: (setId, documentId) => {
      // An id such as “../..” would change the path (measured 3.4).
      if (!isUuid(setId) || !isUuid(documentId)) {
        throw badUsage(`“${isUuid(setId) ? documentId : setId}” is not an id: ids look like 8-4-4-4-12 hex digits.`)
      }
      return below(`sets/${setId}/get-single-pdf/${documentId}`)
    },
  }
}
