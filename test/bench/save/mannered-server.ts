import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'
import { listenHere } from '../../support/listen-here.ts'
import { createManners } from '../../support/service-manners.ts'
import { documentNumberOf } from '../service/search-answer.ts'
import { mannersOrder } from './mannered-service.ts'

/* A bench site with manners, as a process of its own: `node mannered-server.ts <order as JSON>`, told apart from its starter by messages. */

const { siteRoot, manners } = mannersOrder.parse(JSON.parse(process.argv[2] ?? ''))
const atWork = createManners(manners)

const server = createServer((request, response) => {
  answer(request, response).catch(() => response.destroy())
})
process.on('disconnect', () => process.exit())
process.on('message', () => process.send?.({ calls: atWork.calls, refused: atWork.refused }))
process.send?.({ port: await listenHere(server) })

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
  request.resume()
  const document = documentNumberOf(pathname) === undefined ? undefined : pathname
  const refusal = await atWork.receive({ document }, response)
  if (refusal !== undefined) {
    response.writeHead(refusal, { 'content-length': 0 }).end()
    return
  }
  const page = Number(searchParams.get('offset') ?? 0) === 0 ? '/pages/first' : '/pages/beyond'
  const body = await readFile(path.join(siteRoot, request.method === 'POST' ? page : pathname))
  response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': body.length }).end(body)
}
