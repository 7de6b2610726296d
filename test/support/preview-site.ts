import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { serveDesk } from '../../src/main/desk/serving/serve-desk.ts'
import { listenHere } from './listen-here.ts'

const run = promisify(execFile)

const PAGE = 'preview.html'
const BUILD = path.join(import.meta.dirname, 'build-preview-page.ts')

/** What `<Preview>` wants. */
export interface PreviewDocument {
  address: string
  name: string
  key: string
}

export interface PreviewSite {
  url: string
  /** Makes bytes readable for the page. */
  add(name: string, bytes: Uint8Array): Promise<PreviewDocument>
  /** The same for a file that is there already. */
  addFile(name: string, file: { path: string; bytes: number }): PreviewDocument
  /** Takes a document away, as when its file is removed. */
  remove(key: string): void
  close(): Promise<void>
}

/** A page that shows nothing but previews, built and served as the desk is: same files, same headers, same ranges. */
export async function openPreviewSite(): Promise<PreviewSite> {
  const folder = await mkdtemp(path.join(tmpdir(), 'parcel-desk-preview-'))
  const root = path.join(folder, 'page')
  // By another process: a build leaves this one half a gigabyte larger, and the larger a process is, the longer it takes to start
  // others, of which the tests after this one start hundreds.
  await run(process.execPath, [BUILD, PAGE, root])
  await mkdir(path.join(folder, 'documents'))
  const files = new Map<string, { path: string; bytes: number }>()
  const addFile: PreviewSite['addFile'] = (name, file) => {
    const key = randomUUID()
    files.set(key, file)
    return { address: `/documents/${key}`, name, key }
  }
  const server = createServer(answerWith(serveDesk({ root, readDocument: (key) => Promise.resolve(files.get(key)) })))
  const port = await listenHere(server)
  return {
    url: `http://127.0.0.1:${port}/${PAGE}`,
    add: async (name, bytes) => {
      const file = path.join(folder, 'documents', randomUUID())
      await writeFile(file, bytes)
      return addFile(name, { path: file, bytes: bytes.length })
    },
    addFile,
    remove: (key) => void files.delete(key),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function answerWith(serve: (request: Request) => Promise<Response>): RequestListener {
  return (request, response) => {
    const { range } = request.headers
    const init = { method: request.method ?? 'GET', headers: range === undefined ? {} : { range } }
    void serve(new Request(`http://127.0.0.1${request.url}`, init)).then(async (answer) => {
      response.writeHead(answer.status, Object.fromEntries(answer.headers))
      if (answer.body === null) response.end()
      // The page lets go of what it does not want to the end.
      else await pipeline(Readable.from(answer.body), response).catch(() => undefined)
    })
  }
}
