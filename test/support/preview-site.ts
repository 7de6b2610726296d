import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import path, { basename } from 'node:path'
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

/** To what the page asks of a document, the whole of it or a range; undefined leaves it to the file. */
type Answer = (range: string | null) => Response | undefined

/** Over all answers for a path. */
interface Sent {
  answers: number
  bytes: number
}

export interface PreviewSite {
  url: string
  /** Makes bytes readable for the page. */
  add(name: string, bytes: Uint8Array): Promise<PreviewDocument>
  /** The same for a file that is there already. */
  addFile(name: string, file: { path: string; bytes: number }): PreviewDocument
  /** Takes a document away, as when its file is removed. */
  remove(key: string): void
  /** Answers for a document where its file does not have to; `Response.error()` hangs up. */
  answer(key: string, answer: Answer): void
  /** What was sent so far, by path. */
  sent(): ReadonlyMap<string, Sent>
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
  const serve = serveDesk({ root, readDocument: (key) => Promise.resolve(files.get(key)) })
  const answers = new Map<string, Answer>()
  const sent = new Map<string, Sent>()
  const answer = async (request: Request): Promise<Response> =>
    answers.get(basename(request.url))?.(request.headers.get('range')) ?? (await serve(request))
  const server = createServer(answerWith(answer, sent))
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
    answer: (key, given) => void answers.set(key, given),
    sent: () => sent,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function answerWith(serve: (request: Request) => Promise<Response>, sent: Map<string, Sent>): RequestListener {
  return (request, response) => {
    const { url = '/', method = 'GET' } = request
    const { range } = request.headers
    const init = { method, headers: range === undefined ? {} : { range } }
    const counted = sent.get(url) ?? { answers: 0, bytes: 0 }
    sent.set(url, counted)
    counted.answers += 1
    const count = async function* (body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const chunk of body) {
        counted.bytes += chunk.length
        yield chunk
      }
    }
    void serve(new Request(`http://127.0.0.1${url}`, init)).then(async (answer) => {
      if (answer.type === 'error') return response.destroy()
      response.writeHead(answer.status, Object.fromEntries(answer.headers))
      if (answer.body === null) return response.end()
      // The page lets go of what it does not want to the end.
      return await pipeline(Readable.from(count(answer.body)), response).catch(() => undefined)
    })
  }
}
