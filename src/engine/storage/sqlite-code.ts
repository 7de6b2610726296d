/** SQLite's primary result code of something thrown by `node:sqlite`, or undefined. */
export function sqliteCode(thrown: unknown): number | undefined {
  if (!(thrown instanceof Error) || !('errcode' in thrown)) return undefined
  // Extended codes carry the primary one in their low byte.
  return typeof thrown.errcode === 'number' ? thrown.errcode & 0xff : undefined
}
