import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { formatBytes } from '../../../shared/text/format.ts'
import { plainText } from '../../../shared/text/plain-text.ts'
import type { HttpHead, HttpPort } from '../../../engine/ports/http.ts'
import { makeFolder } from '../../../engine/files/file-system.ts'
import { type Offer, UpdateProblem } from './read-feed.ts'

/** A list of versions has about one kilobyte. */
const MAX_FEED_BYTES = 64 * 1024

/** The text of the feed. Throws UpdateProblem where the server has none, and what HTTP throws. */
export async function fetchFeed(http: HttpPort, url: URL, signal: AbortSignal): Promise<string> {
  const request = { method: 'GET', url, endpoint: 'the list of updates', headers: {} } as const
  const answer = await http.request(request, MAX_FEED_BYTES, signal)
  refuseHead(answer, url)
  return answer.body.toString('utf8')
}

/** Redirects are never followed: whoever answers for the address would decide where the program comes from. */
function refuseHead({ status, headers }: HttpHead, url: URL): void {
  const address = `${url.origin}${url.pathname}`
  if (status >= 300 && status < 400) {
    const to = plainText(URL.parse(headers['location'] ?? '', url.href)?.host ?? 'an unknown place', 200)
    throw new UpdateProblem(`${address} points to another place (${to}), which is not followed. Nothing was changed.`)
  }
  if (status !== 200) throw new UpdateProblem(`${address} answered ${status}. Nothing was changed.`)
}

/**
 * Fetches the file into the folder and returns its path, once its size and SHA-512 are those of the feed. One that is there
 * already is not fetched again; everything else in the folder is removed. Throws UpdateProblem, and what HTTP and disk throw.
 */
export async function fetchUpdate(
  { http, offer, folder }: { http: HttpPort; offer: Offer; folder: string },
  signal: AbortSignal,
): Promise<string> {
  makeFolder(folder, 0o700)
  const name = `parcel-desk-${offer.version}${/\.[a-z]+$/i.exec(offer.url.pathname)?.[0] ?? ''}`
  const [file, part] = [join(folder, name), join(folder, `${name}.part`)]
  for (const other of await readdir(folder)) if (other !== name) await rm(join(folder, other), { force: true })
  if (await isWhole(file, offer)) return file
  const handle = await open(part, 'wx', 0o700)
  const hash = createHash('sha512')
  let bytes = 0
  try {
    await http.stream(
      { method: 'GET', url: offer.url, endpoint: 'the update', headers: {} },
      {
        head: (head) => refuseHead(head, offer.url),
        data: async (chunk) => {
          bytes += chunk.length
          if (bytes > offer.bytes) throw differs(offer, `it has more than ${formatBytes(offer.bytes)}`)
          hash.update(chunk)
          await handle.writeFile(chunk)
        },
      },
      signal,
    )
    await handle.datasync()
    if (bytes !== offer.bytes) throw differs(offer, `it has ${bytes} bytes in place of ${offer.bytes}`)
    if (hash.digest('base64') !== offer.sha512) throw differs(offer, 'its SHA-512 is another')
  } catch (thrown) {
    await handle.close()
    await rm(part, { force: true })
    throw thrown
  }
  await handle.close()
  await rename(part, file)
  return file
}

/** Whether the file is the one of the offer, to its last byte. */
export async function isWhole(file: string, { sha512 }: Pick<Offer, 'sha512'>): Promise<boolean> {
  const hash = createHash('sha512')
  try {
    for await (const chunk of createReadStream(file)) hash.update(Buffer.from(chunk))
    return hash.digest('base64') === sha512
  } catch {
    return false
  }
}

function differs({ version }: Offer, how: string): UpdateProblem {
  return new UpdateProblem(
    `What was fetched as ${version} is not what the list of updates says: ${how}. It was deleted.`,
  )
}
