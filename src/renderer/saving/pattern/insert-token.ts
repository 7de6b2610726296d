export interface TextRange {
  readonly start: number
  readonly end: number
}

/** The pattern with a token in place of what is marked, and where the caret goes then. */
export function insertToken(
  pattern: string,
  { start, end }: TextRange,
  token: string,
): { readonly pattern: string; readonly caret: number } {
  const before = pattern.slice(0, start)
  const placed = `{${token}}`
  return { pattern: before + placed + pattern.slice(end), caret: before.length + placed.length }
}
