export interface SignatureProgress {
  readonly signed: number
  readonly total: number
}

const SIGNATURE = /^\s*(\d{1,6})\s+of\s+(\d{1,6})\s*$/i

/**
 * Reads `<n> of <m>`; undefined for anything else, for `0 of 0` and for n > m, which are then shown as text. Reference
 * “Set”, T18.
 */
export function parseSignature(text: string): SignatureProgress | undefined {
  const [, signed, total] = (SIGNATURE.exec(text) ?? []).map(Number)
  if (signed === undefined || total === undefined) return undefined
  return total > 0 && signed <= total ? { signed, total } : undefined
}
