import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { runHere } from '../integration/run-here.ts'
import { listenHere } from '../support/listen-here.ts'
import { hasOpenpyxl } from '../support/system-packages.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { differences, makeSamples, sampleCount } from './corpus.ts'

const row = z.record(z.string(), z.unknown())
const samples = z.array(
  z.object({
    body: z.base64(),
    type: z.string(),
    right: z.object({ rows: z.array(row), unreadable: z.number(), refs: z.record(z.string(), z.string()) }).nullable(),
  }),
)
const printed = z.object({ complete: z.boolean(), sets: z.array(row) })
const CUSTOMER = { customerId: 'c0000000-0000-4000-a000-000000000001', customerName: 'Only Customer' }

describe.skipIf(!hasOpenpyxl())('answers to a search', () => {
  it('are read as Python reads them, digit by digit and letter by letter, or refused where it refuses them', async () => {
    const count = sampleCount(1_000)
    const made = samples.parse(await makeSamples('make-answers.py', count))
    const service = await startService()
    const dataDir = await tempFolder()
    const read: unknown[] = []
    for (const { body, type } of made) {
      service.answer({ body: Buffer.from(body, 'base64'), type })
      const words = ['search', '--json', '--base-url', service.url, '--username', 'ops', '--data-dir', dataDir]
      const env = { PARCEL_DESK_PASSWORD: 'secret' }
      const { code, stdout } = await runHere(words, { env }, new AbortController().signal)
      read.push(code === 4 ? 'refused' : { code, rows: rowsOf(stdout) })
    }
    const right = made.map(({ right: wanted }) => {
      if (wanted === null) return 'refused'
      const { rows, unreadable } = wanted
      return { code: unreadable > 0 ? 5 : rows.length === 0 ? 6 : 0, rows: rows.map(shown) }
    })
    expect(made).toHaveLength(count)
    expect(differences(read, right)).toEqual([])
  })
})

/** What a search prints, every number as the text that it has: V8 gives a reviver the digits as they stand. */
function rowsOf(stdout: string): unknown {
  const json: unknown = JSON.parse(stdout, (_, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? `number ${context?.source}` : value,
  )
  const { data } = printed.safeParse(json)
  return data?.sets.map(({ customerId: _id, customerName: _name, ...one }) => shown(one))
}

/** Fields in one order, and the reference as the text that it is. */
function shown(one: Readonly<Record<string, unknown>>): unknown {
  const reference = String(one['shipmentRef']).replace('number ', '')
  return Object.fromEntries(Object.entries({ ...one, shipmentRef: reference }).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

async function startService() {
  let next = { body: Buffer.alloc(0), type: '' }
  const server = createServer((request, response) => {
    void text(request).then(() => {
      const path = request.url ?? ''
      if (path.endsWith('/token')) response.end('{"token":"t"}')
      else if (path.endsWith('/counterparties')) response.end(JSON.stringify([CUSTOMER]))
      else response.writeHead(200, next.type === '' ? {} : { 'Content-Type': next.type }).end(next.body)
    })
  })
  const port = await listenHere(server)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${port}`, answer: (answer: typeof next) => void (next = answer) }
}
