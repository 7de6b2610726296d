import type { IncomingMessage } from 'node:http'

const maxBodyBytes = 1024 * 1024

/** The JSON of a request; undefined when there is none, when it is malformed or beyond 1 MiB. */
export async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue
    bytes += chunk.length
    if (bytes <= maxBodyBytes) chunks.push(chunk)
  }
  if (bytes === 0 || bytes > maxBodyBytes) return undefined
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return undefined
  }
}
