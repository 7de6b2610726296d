import { type ByteRange, fileBody } from './file-body.ts'
import { notFound, PAGE_HEADERS } from './serve-page.ts'

/** The path of a document is this and its key. */
export const DOCUMENTS_PATH = '/documents/'

/** The file behind a key, or undefined. */
export type ReadDocument = (key: string) => Promise<{ path: string; bytes: number } | undefined>

/** Not cached by the browser: a title document must not outlive its key in someone else's cache. */
const HEADERS = {
  ...PAGE_HEADERS,
  'content-type': 'application/pdf',
  'cache-control': 'no-store',
  'accept-ranges': 'bytes',
}

/** Answers GET and HEAD of `/documents/<key>` with the document, whole or one range of it. */
export async function serveDocument(read: ReadDocument, request: Request): Promise<Response> {
  const key = new URL(request.url).pathname.slice(DOCUMENTS_PATH.length)
  if (request.method !== 'GET' && request.method !== 'HEAD') return notFound()
  const file = await read(key)
  if (file === undefined) return notFound()
  // There is no validator to compare `If-Range` with, so it never matches.
  const header = request.headers.has('if-range') ? null : request.headers.get('range')
  const range = parseByteRange(header, file.bytes)
  if (range === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { ...HEADERS, 'content-range': `bytes */${file.bytes}` } })
  }
  const { first, last } = range ?? { first: 0, last: file.bytes - 1 }
  const headers = {
    ...HEADERS,
    'content-length': String(last - first + 1),
    ...(range === undefined ? {} : { 'content-range': `bytes ${first}-${last}/${file.bytes}` }),
  }
  const isEmpty = request.method === 'HEAD' || last < first
  const body = isEmpty ? null : fileBody(file.path, { first, last })
  return new Response(body, { status: range === undefined ? 200 : 206, headers })
}

/**
 * The range that a `Range` header requests. Undefined for the whole file, also if the header is invalid or requests several
 * ranges, which a server may ignore (RFC 9110, 14.2). `unsatisfiable` if it begins beyond the end.
 */
export function parseByteRange(header: string | null, bytes: number): ByteRange | 'unsatisfiable' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return undefined
  const first = from === '' ? Math.max(0, bytes - Number(to)) : Number(from)
  const last = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)
  if (from !== '' && to !== '' && Number(to) < first) return undefined
  return first > last ? 'unsatisfiable' : { first, last }
}
