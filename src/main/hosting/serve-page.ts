import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'

/** The only kinds of file that the build writes; anything else is not served. */
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/**
 * What every answer to the page carries. Nothing is loaded from elsewhere; `style-src` needs the inline styles and
 * `script-src` the wasm of the PDF viewer, and nothing else is loosened.
 */
const HEADERS: Record<string, string> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
}

/**
 * Answers a request of the page with a file of the built renderer in `root`. Whatever is not such a file is a 404, also
 * an address that would lead out of `root`.
 */
export async function servePage(root: string, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  const file = path.join(root, decoded(pathname === '/' ? '/index.html' : pathname))
  const type = TYPES[path.extname(file)]
  const isInside = file.startsWith(root + path.sep)
  if (request.method !== 'GET' || type === undefined || !isInside || !(await isFile(file))) return missing()
  const body = Readable.toWeb(createReadStream(file))
  return new Response(body, { headers: { ...HEADERS, 'content-type': type } })
}

/** `%2e%2e` and `%00` included; what cannot be decoded names no file. */
function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return ''
  }
}

async function isFile(file: string): Promise<boolean> {
  const entry = await stat(file).catch(() => undefined)
  return entry?.isFile() ?? false
}

function missing(): Response {
  return new Response('Not found', {
    status: 404,
    headers: { ...HEADERS, 'content-type': 'text/plain; charset=utf-8' },
  })
}
