import { get as getPlain, type IncomingMessage } from 'node:http'
import { get as getEncrypted } from 'node:https'

/*
 * Loaded into Electron’s own installer, before it, and gives it another `fetch`: one that tells the process that started it how
 * far the download is, and puts causes into its errors, of which the installer prints the stack alone. Over Node’s HTTP: its
 * `fetch` breaks down by an assertion where the server closes the connection while the disk is behind (24.21).
 */

const MAX_REDIRECTS = 10

globalThis.fetch = async (input) => {
  const address = input instanceof Request ? input.url : input.toString()
  tell({ what: 'asks', address })
  const answer = await follow(new URL(address), 0).catch(failWithCause)
  if (answer.statusCode !== 200) {
    answer.destroy()
    throw new Error(`HTTP ${answer.statusCode} ${answer.statusMessage}`)
  }
  return new Response(ReadableStream.from(counted(answer)))
}

/** A way that began encrypted stays so. */
async function follow(address: URL, redirects: number): Promise<IncomingMessage> {
  const answer = await ask(address)
  const { statusCode = 0, headers } = answer
  if (statusCode < 300 || statusCode > 399 || headers.location === undefined) return answer
  answer.destroy()
  const next = new URL(headers.location, address)
  if (address.protocol === 'https:' && next.protocol !== 'https:') throw new Error(`redirected to ${next.origin}`)
  if (redirects === MAX_REDIRECTS) throw new Error('redirected without end')
  return await follow(next, redirects + 1)
}

async function ask(address: URL): Promise<IncomingMessage> {
  return await new Promise((resolve, reject) => {
    const asked = (address.protocol === 'https:' ? getEncrypted : getPlain)(address, resolve)
    asked.once('error', reject)
    asked.once('socket', (socket) => {
      if (socket.connecting) socket.once('connect', () => tell({ what: 'connected' }))
      else tell({ what: 'connected' })
    })
  })
}

async function* counted(answer: IncomingMessage): AsyncGenerator<Uint8Array> {
  const total = Number(answer.headers['content-length'] ?? 0)
  let bytes = 0
  try {
    for await (const chunk of answer) {
      if (!(chunk instanceof Uint8Array)) continue
      bytes += chunk.byteLength
      tell({ what: 'bytes', bytes, total })
      yield chunk
    }
  } catch (thrown) {
    failWithCause(thrown)
  }
  tell({ what: 'complete' })
}

function failWithCause(thrown: unknown): never {
  throw new Error(causesOf(thrown).join(': '), { cause: thrown })
}

/** Outermost first. Several addresses of one name are one error without a text, of which each has its own. */
function causesOf(thrown: unknown): string[] {
  if (!(thrown instanceof Error)) return []
  const code = 'code' in thrown ? `${String(thrown.code)} ` : ''
  const inner: unknown = thrown instanceof AggregateError ? thrown.errors[0] : thrown.cause
  return [`${code}${thrown.message}`, ...causesOf(inner)]
}

/** See `news` of bring-electron.ts. */
function tell(news: { what: string; address?: string; bytes?: number; total?: number }): void {
  process.send?.(news)
}
