/**
 * What every answer to the page carries. Nothing is loaded from elsewhere; `style-src` needs the inline styles and
 * `script-src` the wasm of the PDF viewer, and nothing else is loosened.
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

/** The answer to whatever is not there. */
export function notFound(): Response {
  return new Response('Not found', {
    status: 404,
    headers: { ...PAGE_HEADERS, 'content-type': 'text/plain; charset=utf-8' },
  })
}
