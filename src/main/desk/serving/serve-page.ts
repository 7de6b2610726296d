import { stat } from 'node:fs/promises'
import path from 'node:path'
import { ignoring } from '../../../shared/errors/ignoring.ts'
import { fileBody } from './file-body.ts'

/** The only file types that the build writes; nothing else is served. */
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.woff2': 'font/woff2',
  // The PDF viewer's decoders, fonts, character maps and colour profile.
  '.wasm': 'application/wasm',
  '.ttf': 'font/ttf',
  '.pfb': 'application/octet-stream',
  '.bcmap': 'application/octet-stream',
  '.icc': 'application/vnd.iccprofile',
}

/**
 * Answers a request of the page with a file of the built renderer in `root`. Anything else is a 404, including an address
 * that leads out of `root`.
 */
export async function servePage(root: string, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  const file = path.join(root, decoded(pathname === '/' ? '/index.html' : pathname))
  const type = TYPES[path.extname(file)]
  const isInside = file.startsWith(root + path.sep)
  if (request.method !== 'GET' || type === undefined || !isInside) return notFound()
  const entry = await stat(file).catch(ignoring('no file: not found'))
  if (entry?.isFile() !== true) return notFound()
  return new Response(fileBody(file, { first: 0, last: entry.size - 1 }), {
    headers: { ...PAGE_HEADERS, 'content-type': type },
  })
}

/** Decodes `%2e%2e` and `%00` too; an invalid encoding becomes '', which names no file. */
function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return ''
  }
}

/**
 * Headers of every answer to the page. Nothing is loaded from elsewhere. The PDF viewer needs inline styles and wasm; nothing
 * else is loosened.
 */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
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

export function notFound(): Response {
  return new Response('Not found', {
    status: 404,
    headers: { ...PAGE_HEADERS, 'content-type': 'text/plain; charset=utf-8' },
  })
}
