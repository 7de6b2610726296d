import { badUsage } from '../../shared/errors/app-error.ts'
import type { HandlersOf } from '../core/handlers.ts'

/** What came in, for the page. */
export function createInboxHandlers(): HandlersOf<'inbox'> {
  return {
    'inbox.page': refuse,
    'inbox.facets': refuse,
    'inbox.read': refuse,
    'inbox.mark': refuse,
    'inbox.markAll': refuse,
    'inbox.look': refuse,
    'inbox.exportCsv': refuse,
  }
}

function refuse(): never {
  throw badUsage('The feed is not there yet.')
}
