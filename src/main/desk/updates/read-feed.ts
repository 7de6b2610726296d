import { z } from 'zod'
import type { InstalledForm } from '../desk-ports.ts'

/** As electron-builder writes `latest.yml`. More is in it, which is not needed. */
const feedShape = z.object({
  version: z.string().max(50),
  files: z
    .array(
      z.object({
        url: z.string().min(1).max(2_000),
        /** Base64 of 64 bytes. */
        sha512: z.string().regex(/^[A-Za-z\d+/]{86}==$/),
        size: z.int().positive().max(2_000_000_000),
      }),
    )
    .min(1)
    .max(50),
})

/** A file that the feed offers. */
export interface Offer {
  version: string
  url: URL
  sha512: string
  bytes: number
}

/** Why an update is not taken, in the user’s words. */
export class UpdateProblem extends Error {
  override name = 'UpdateProblem'
}

const ENDINGS: Record<InstalledForm, string> = { nsis: '.exe', 'app-image': '.appimage', mac: '.zip' }
const FEED_NAMES: Record<InstalledForm, string> = {
  nsis: 'latest.yml',
  'app-image': process.arch === 'x64' ? 'latest-linux.yml' : `latest-linux-${process.arch}.yml`,
  mac: 'latest-mac.yml',
}
/** How electron-builder writes an architecture into the name of a file. */
const ARCHITECTURES: Readonly<Record<string, RegExp>> = { x64: /x64|x86_64|amd64/i, arm64: /arm64|aarch64/i }

/** Where the feed of this form lies below the organisation’s address. */
export function feedAddress(folder: string, form: InstalledForm): URL {
  return new URL(FEED_NAMES[form], folder.endsWith('/') ? folder : `${folder}/`)
}

interface Reader {
  /** Of the feed: everything that it offers must come from its origin. */
  url: URL
  form: InstalledForm
  current: string
}

/**
 * What the feed offers to this installation; undefined where it is the version that runs. Throws UpdateProblem for a feed that
 * is not one, for an older version, and for a file that lies elsewhere or is not of this system.
 */
export function readFeed(content: unknown, { url, form, current }: Reader): Offer | undefined {
  const { data: feed } = feedShape.safeParse(content)
  const address = `${url.origin}${url.pathname}`
  if (feed === undefined) throw new UpdateProblem(`${address} is not a list of versions. Nothing was changed.`)
  const order = compareVersions(feed.version, current)
  if (order === undefined) {
    throw new UpdateProblem(`${address} names a version that cannot be compared with ${current}. Nothing was changed.`)
  }
  if (order === 0) return undefined
  if (order < 0) {
    throw new UpdateProblem(`${address} offers ${feed.version}, which is older than ${current}. It is not installed.`)
  }
  const files = feed.files.map((file) => ({ ...file, place: URL.parse(file.url, url.href) }))
  const fitting = files.filter(({ place }) => place?.pathname.toLowerCase().endsWith(ENDINGS[form]) === true)
  const file = fitting.find(({ place }) => ARCHITECTURES[process.arch]?.test(place?.pathname ?? '')) ?? fitting[0]
  if (file?.place == null || (fitting.length > 1 && !isForThisProcessor(file.place))) {
    throw new UpdateProblem(`${address} offers ${feed.version}, but not for this system. Nothing was changed.`)
  }
  const { place, sha512, size } = file
  if (place.origin !== url.origin || place.username !== '') {
    throw new UpdateProblem(
      `${address} offers ${feed.version} from another place (${place.host}), which is not trusted. It is not fetched.`,
    )
  }
  return { version: feed.version, url: place, sha512, bytes: size }
}

function isForThisProcessor({ pathname }: URL): boolean {
  return ARCHITECTURES[process.arch]?.test(pathname) === true
}

/** Of two versions `1.2.3`; undefined where one is something else, such as a preview. */
function compareVersions(one: string, other: string): number | undefined {
  const [left, right] = [one, other].map((version) =>
    /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})$/.exec(version)?.slice(1).map(Number),
  )
  if (left === undefined || right === undefined) return undefined
  return left.map((part, at) => part - (right[at] ?? 0)).find((difference) => difference !== 0) ?? 0
}
