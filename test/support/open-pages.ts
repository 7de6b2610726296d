import { openScripted } from './open-service.ts'
import type { Asked, Reply } from './scripted-service.ts'

/** A service whose search answers by the offset in the query, and a client of it. */
export function openPages(search: (asked: Asked & { offset: number }) => Reply): ReturnType<typeof openScripted> {
  return openScripted({ search: (asked) => search({ ...asked, offset: Number(asked.query['offset'] ?? 0) }) })
}
