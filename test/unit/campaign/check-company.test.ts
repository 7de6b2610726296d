import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it } from 'vitest'
import { checkCompany, type Checked } from '../../campaign/check-company.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { sha256Of } from '../../support/test-ledger.ts'

const CONTENT = '%PDF a document'
const SECRET = 'Marked/+ "1" ß'

let root: string
let archive: string
let checked: Checked
beforeEach(async () => {
  root = await tempFolder()
  archive = join(root, 'share', 'archive')
  write('share/archive/c/a.pdf', CONTENT)
  write('share/archive/parcel-desk-manifest.json', manifest({ 'c/a.pdf': CONTENT }))
  change('saver-1', 'ledger', [
    'CREATE TABLE saved_versions (folder TEXT, relative_path TEXT, document_id TEXT, bytes INTEGER, sha256 TEXT)',
    `INSERT INTO saved_versions VALUES ('${archive}', 'c/a.pdf', 'd-1', ${CONTENT.length}, '${sha256Of(CONTENT)}')`,
  ])
  change('collector-1', 'feed', ['CREATE TABLE entries (raw BLOB)', "INSERT INTO entries VALUES ('one')"])
  change('collector-2', 'feed', ['CREATE TABLE entries (raw BLOB)', "INSERT INTO entries VALUES ('one'), ('two')"])
  change('desk-1', 'feed', ['CREATE TABLE entries (raw BLOB)', "INSERT INTO entries VALUES ('one'), ('two')"])
  checked = {
    root,
    archive,
    programs: ['saver-1', 'desk-1'],
    collectors: ['collector-1', 'collector-2'],
    expected: new Map([['desk-1', ['one', 'two']]]),
    honest: new Map([['d-1', new Set([sha256Of(CONTENT)])]]),
    secrets: [SECRET],
  }
})

function write(path: string, content: string | Buffer): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}

function change(program: string, name: 'ledger' | 'feed', statements: readonly string[]): void {
  const file = join(root, 'data', program, 'production', `${name}.sqlite`)
  mkdirSync(dirname(file), { recursive: true })
  const database = new DatabaseSync(file)
  database.exec('PRAGMA synchronous = OFF')
  for (const statement of statements) database.exec(statement)
  database.close()
}

const manifest = (files: Record<string, string>): string =>
  JSON.stringify({ documents: Object.entries(files).map(([path, content]) => ({ path, sha256: sha256Of(content) })) })

/** A campaign runs where there are signals and mounts, and its reader writes paths as they are there. */
describe.skipIf(process.platform === 'win32')('the independent reader', () => {
  it('finds nothing where nothing is broken', () => {
    expect(checkCompany(checked)).toEqual({ broken: [], recorded: 1, files: 1 })
  })

  it.each<[string, () => void]>([
    ['there is no such file', () => rmSync(join(archive, 'c/a.pdf'))],
    ['the file has 3 bytes', () => write('share/archive/c/a.pdf', 'cut')],
    ['the service never sent', () => (checked = { ...checked, honest: new Map([['d-1', new Set(['x'])]]) })],
    ['which the manifest lacks', () => write('share/archive/parcel-desk-manifest.json', manifest({}))],
    [
      'another hash than the file',
      () => write('share/archive/parcel-desk-manifest.json', manifest({ 'c/a.pdf': 'x' })),
    ],
    ['1 messages are missing', () => change('desk-1', 'feed', ["DELETE FROM entries WHERE raw = 'one'"])],
    ['1 messages are more than once', () => change('desk-1', 'feed', ["INSERT INTO entries VALUES ('two')"])],
    ['1 messages were never published', () => change('desk-1', 'feed', ["INSERT INTO entries VALUES ('three')"])],
    [
      '1 messages are in the inbox of no collector',
      () => change('collector-2', 'feed', ["DELETE FROM entries WHERE raw = 'two'"]),
    ],
    ['1 collectors have messages more', () => change('collector-2', 'feed', ["INSERT INTO entries VALUES ('two')"])],
    ['was left half-written', () => write('share/archive/c/b.pdf.0a1b2c3d.part', 'half')],
    ['was left half-written', () => write('data/saver-1/settings.json.4711.part', '{')],
    ['is where nothing should be', () => write('share/elsewhere.pdf', CONTENT)],
    ['is where nothing should be', () => write('share/archive/c/unlisted.pdf', 'half of a document')],
    // Whole, and nobody has a record of it.
    ['is where nothing should be', () => write('share/archive/c/version.pdf', CONTENT)],
    ['has a secret in it', () => write('said/desk-1.txt', `password ${SECRET}`)],
    ['has a secret in it', () => write('said/desk-1.txt', encodeURIComponent(SECRET))],
    ['has a secret in it', () => write('said/desk-1.txt', Buffer.from(SECRET).toString('base64'))],
    [
      'says: Something unexpected',
      () => write('said/desk-1.txt', 'Something unexpected happened inside it (reference 0f).'),
    ],
  ])('says what is broken: %s', (sentence, damage) => {
    damage()
    expect(checkCompany(checked).broken.join('\n')).toContain(sentence)
  })
})
