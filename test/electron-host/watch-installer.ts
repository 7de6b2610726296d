import { subscribe } from 'node:diagnostics_channel'

/*
 * Loaded into Electron’s own installer, before it: tells the process that started it how far the download is, and puts the
 * cause into its errors. The installer prints stacks, and the cause of a failed `fetch` is in no stack.
 */

/** What the parent is told. */
export type InstallerNews =
  | { what: 'asks'; address: string }
  | { what: 'connected' }
  | { what: 'bytes'; bytes: number; total: number }
  | { what: 'complete' }

const MAX_REDIRECTS = 10
const ask = globalThis.fetch

subscribe('undici:client:connected', () => tell({ what: 'connected' }))

globalThis.fetch = async (input, options) => {
  const address = input instanceof Request ? input.url : input.toString()
  tell({ what: 'asks', address })
  const answer = await withCause(() => follow(new URL(address), options))
  if (!answer.ok || answer.body === null) throw new Error(`HTTP ${answer.status} ${answer.statusText}`)
  const total = Number(answer.headers.get('content-length') ?? 0)
  return new Response(ReadableStream.from(counted(answer.body, total)), { headers: answer.headers })
}

/** As `fetch` itself, but that a way which began encrypted stays so. */
async function follow(address: URL, options: RequestInit | undefined, redirects = 0): Promise<Response> {
  const answer = await ask(address, { ...options, redirect: 'manual' })
  const location = answer.headers.get('location')
  if (answer.status < 300 || answer.status > 399 || location === null) return answer
  await answer.body?.cancel()
  const next = new URL(location, address)
  if (address.protocol === 'https:' && next.protocol !== 'https:') throw new Error(`redirected to ${next.origin}`)
  if (redirects === MAX_REDIRECTS) throw new Error('redirected without end')
  return await follow(next, options, redirects + 1)
}

async function* counted(body: ReadableStream<Uint8Array>, total: number): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  let bytes = 0
  for (;;) {
    const { done, value } = await withCause(() => reader.read())
    if (done) break
    bytes += value.byteLength
    tell({ what: 'bytes', bytes, total })
    yield value
  }
  tell({ what: 'complete' })
}

async function withCause<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (thrown) {
    throw new Error(causesOf(thrown).join(': '), { cause: thrown })
  }
}

/** Outermost first. Several addresses of one name are one error without a text, of which each has its own. */
function causesOf(thrown: unknown): string[] {
  if (!(thrown instanceof Error)) return []
  const code = 'code' in thrown ? `${String(thrown.code)} ` : ''
  const inner: unknown = thrown instanceof AggregateError ? thrown.errors[0] : thrown.cause
  return [`${code}${thrown.message}`, ...causesOf(inner)]
}

function tell(news: InstallerNews): void {
  process.send?.(news)
}
