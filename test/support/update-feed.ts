import { createHash } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import { listenHere } from './listen-here.ts'

export interface UpdateFeed {
  url: string
  /** Paths in the order in which they were asked for. */
  asked: string[]
  /** Serves it in place of what was there. */
  put(path: string, answer: string | Buffer | ((answer: ServerResponse) => void)): void
  close(): void
}

/** A web server of a firm, with nothing on it yet. End with `close`. */
export async function startUpdateFeed(): Promise<UpdateFeed> {
  const files = new Map<string, string | Buffer | ((answer: ServerResponse) => void)>()
  const asked: string[] = []
  const server = createServer((request, answer) => {
    const path = request.url ?? ''
    asked.push(path)
    const found = files.get(path)
    if (typeof found === 'function') found(answer)
    else if (found === undefined) answer.writeHead(404).end()
    else answer.writeHead(200, { 'content-length': Buffer.byteLength(found) }).end(found)
  })
  const port = await listenHere(server)
  return {
    url: `http://127.0.0.1:${port}/parcel-desk`,
    asked,
    put: (path, answer) => void files.set(path, answer),
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** As electron-builder writes it. */
export function latestYml(version: string, file: { url: string; content: Buffer }, changed: object = {}): string {
  const sha512 = createHash('sha512').update(file.content).digest('base64')
  const entry = { url: file.url, sha512, size: file.content.length, ...changed }
  return [
    `version: ${version}`,
    'files:',
    `  - url: ${entry.url}`,
    `    sha512: ${entry.sha512}`,
    `    size: ${entry.size}`,
    `path: ${entry.url}`,
    `sha512: ${entry.sha512}`,
    "releaseDate: '2026-11-22T10:00:00.000Z'",
    '',
  ].join('\n')
}
