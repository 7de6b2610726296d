import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'

/*
 * The independent reader: what a campaign must not have broken, found with SQL and files alone. None of the product's code is
 * used here, so that a fault in it cannot hide itself.
 */

const manifestFile = z.object({ documents: z.array(z.object({ path: z.string(), sha256: z.string() })) })

export interface Checked {
  /** The folder of the campaign. */
  root: string
  archive: string
  /** The names of programs with a data folder. */
  programs: readonly string[]
  /** For each program that follows a customer, what was published about that customer. */
  expected: ReadonlyMap<string, readonly string[]>
  /** Programs that took messages for all, by turns. */
  collectors: readonly string[]
  /** Every SHA-256 that the service has ever sent for a document. */
  honest: ReadonlyMap<string, ReadonlySet<string>>
  secrets: readonly string[]
}

export interface Verdict {
  /** Empty where nothing is broken. */
  broken: string[]
  /** Rows of all ledgers, and distinct files among them. */
  recorded: number
  files: number
}

/** Everything that is broken, a sentence each. */
export function checkCompany(checked: Checked): Verdict {
  const saved = checked.programs.flatMap((name) => savedIn(checked, name))
  const manifest = manifestOf(checked.archive)
  const broken = [
    ...saved.flatMap((row) => wrongFile(row, checked)),
    ...saved.flatMap((row) => notListed(row, checked, manifest)),
    ...[...manifest].flatMap(([path, sha256]) => wrongEntry(checked.archive, path, sha256)),
    ...[...checked.expected].flatMap(([name, bodies]) => wrongInbox(checked, name, bodies)),
    ...wrongCollection(checked),
    ...strayFiles(checked, manifest),
    ...leaks(checked),
    ...surprises(checked),
  ]
  return { broken: [...new Set(broken)], recorded: saved.length, files: new Set(saved.map(({ path }) => path)).size }
}

interface SavedRow {
  program: string
  documentId: string
  path: string
  sha256: string
  bytes: number
}

function savedIn({ root }: Checked, program: string): SavedRow[] {
  return rowsOf(databaseOf(root, program, 'ledger'), 'SELECT * FROM saved_versions').map((row) => ({
    program,
    documentId: String(row['document_id']),
    path: join(String(row['folder']), String(row['relative_path'])),
    sha256: String(row['sha256']),
    bytes: Number(row['bytes']),
  }))
}

/** What the inbox of a program has, each message as often as it stands there. */
export function inboxOf(root: string, program: string): string[] {
  return rowsOf(databaseOf(root, program, 'feed'), 'SELECT CAST(raw AS TEXT) AS raw FROM entries').map((row) =>
    String(row['raw']),
  )
}

function databaseOf(root: string, program: string, name: 'ledger' | 'feed'): string {
  return join(root, 'data', program, 'production', `${name}.sqlite`)
}

function rowsOf(path: string, query: string): Record<string, unknown>[] {
  if (!existsSync(path)) return []
  const database = new DatabaseSync(path, { readOnly: true, timeout: 10_000 })
  try {
    const [, table = ''] = /FROM (\w+)/.exec(query) ?? []
    const hasTable = database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table) !== undefined
    return hasTable ? database.prepare(query).all() : []
  } finally {
    database.close()
  }
}

function wrongFile({ program, documentId, path, sha256, bytes }: SavedRow, { honest }: Checked): string[] {
  const what = `${program} calls ${path} saved`
  if (!existsSync(path)) return [`${what}, and there is no such file`]
  const content = readFileSync(path)
  const found = sha256Of(content)
  if (honest.get(documentId)?.has(sha256) !== true) return [`${what} with a hash that the service never sent`]
  if (found === sha256 && content.length === bytes) return []
  return [
    `${what}, and the file has ${content.length} bytes and another hash (${found.slice(0, 8)}, not ${sha256.slice(0, 8)})`,
  ]
}

function notListed(
  { program, path, sha256 }: SavedRow,
  { archive }: Checked,
  manifest: ReadonlyMap<string, string>,
): string[] {
  const listed = manifest.get(relative(archive, path))
  if (listed === sha256) return []
  const how = listed === undefined ? 'lacks' : 'has with another hash'
  return [`${program} saved ${path}, which the manifest ${how}`]
}

function wrongEntry(archive: string, path: string, sha256: string): string[] {
  const file = join(archive, path)
  if (!existsSync(file)) return [`the manifest lists ${path}, and there is no such file`]
  return sha256Of(readFileSync(file)) === sha256
    ? []
    : [`the manifest lists ${path} with another hash than the file has`]
}

function manifestOf(archive: string): Map<string, string> {
  const file = join(archive, 'parcel-desk-manifest.json')
  const { documents } = manifestFile.parse(JSON.parse(readFileSync(file, 'utf8')))
  return new Map(documents.map(({ path, sha256 }) => [path, sha256]))
}

/** Whoever took a message has stored it, once. */
function wrongCollection({ root, collectors, expected }: Checked): string[] {
  const inboxes = collectors.map((name) => inboxOf(root, name))
  const taken = new Set(inboxes.flat())
  const lost = [...expected.values()].flat().filter((body) => !taken.has(body)).length
  const doubled = inboxes.filter((bodies) => new Set(bodies).size < bodies.length).length
  return [
    ...(lost === 0 ? [] : [`${lost} messages are in the inbox of no collector`]),
    ...(doubled === 0 ? [] : [`${doubled} collectors have messages more than once`]),
  ]
}

function wrongInbox({ root }: Checked, name: string, bodies: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const raw of inboxOf(root, name)) counts.set(raw, (counts.get(raw) ?? 0) + 1)
  const missing = bodies.filter((body) => !counts.has(body)).length
  const doubled = [...counts.values()].filter((count) => count > 1).length
  const foreign = [...counts.keys()].length - (bodies.length - missing)
  const wrong = {
    'are missing in': missing,
    'are more than once in': doubled,
    'were never published, but are in': foreign,
  }
  return Object.entries(wrong).flatMap(([how, count]) =>
    count === 0 ? [] : [`${count} messages ${how} the inbox of ${name}`],
  )
}

/** What may be in the folder of a campaign. */
const KNOWN = [/^said\/[\w-]+\.txt$/, /^clock\.txt$/, /^data\/[\w-]+\//, /^\.cache\//]
const KNOWN_IN_ARCHIVE = /^(?:parcel-desk-manifest\.(?:csv|json)|\.parcel-desk\/manifest-[0-9a-f]{16}\.json)$/

/** Also a whole document without a record: every save was finished, and finds what a kill left between naming and recording. */
function strayFiles({ root, archive }: Checked, manifest: ReadonlyMap<string, string>): string[] {
  return filesBelow(root).flatMap((file) => {
    const [path, inArchive] = [relative(root, file), relative(archive, file)]
    if (path.endsWith('.part')) return [`${path} was left half-written`]
    const isIn = !inArchive.startsWith('..') && (KNOWN_IN_ARCHIVE.test(inArchive) || manifest.has(inArchive))
    return isIn || KNOWN.some((known) => known.test(path)) ? [] : [`${path} is where nothing should be`]
  })
}

function leaks({ root, secrets }: Checked): string[] {
  const forms = secrets.flatMap((secret) => formsOf(secret))
  return filesBelow(root).flatMap((file) => {
    const text = readFileSync(file, 'latin1')
    return forms.some((form) => text.includes(form)) ? [`${relative(root, file)} has a secret in it`] : []
  })
}

/** A failure that no table of failures foresees; programs write down what they say. */
function surprises({ root }: Checked): string[] {
  return filesBelow(join(root, 'said')).flatMap((file) => {
    const references = readFileSync(file, 'utf8').match(/Something unexpected happened[^(]*\(reference \w+\)/g) ?? []
    return references.map((what) => `${relative(root, file)} says: ${what}`)
  })
}

/** How somebody who looks for it might find a secret written down; files are read byte by byte. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const texts = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]
  return [
    ...texts.map((text) => Buffer.from(text).toString('latin1')),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ]
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => lstatSync(file).isFile())
}

function sha256Of(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
