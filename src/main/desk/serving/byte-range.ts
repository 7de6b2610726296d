export interface ByteRange {
  first: number
  /** Inclusive, as in the header. */
  last: number
}

/**
 * What a `Range` header asks of a file. Undefined: the whole, also where the header is not understood or asks for several
 * parts, which nobody has to answer (RFC 9110, 14.2). `unsatisfiable`: it begins behind the end.
 */
export function parseByteRange(header: string | null, bytes: number): ByteRange | 'unsatisfiable' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return undefined
  const first = from === '' ? Math.max(0, bytes - Number(to)) : Number(from)
  const last = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)
  if (from !== '' && to !== '' && Number(to) < first) return undefined
  return first > last ? 'unsatisfiable' : { first, last }
}
