/** What a rejection is caught with where nothing is to be done about it; `why` tells the reader, and such places can be counted. */
export function ignoring(_why: string): () => undefined {
  return () => undefined
}
