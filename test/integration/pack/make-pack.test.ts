import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { PackForm } from '../../../src/shared/model/pack.ts'
import { makePack, type PackRequest } from '../../../src/engine/pack/make-pack.ts'
import type { PackEntry } from '../../../src/engine/pack/plan-pack.ts'
import { randomBytes } from 'node:crypto'
import { failureThrown } from '../../support/failure-thrown.ts'
import { cannotMount } from '../../support/mounted-folder.ts'
import { mountMemory } from '../../support/test-mount.ts'
import { HOSTILE_NAMES } from '../../support/hostile-names.ts'
import { formPdf } from '../../support/form-pdfs.ts'
import { encryptedPdf, packEntry, plainPdf, signedPdf } from '../../support/packed-files.ts'
import { CATALOG, page, PAGES, pdf, stream } from '../../support/write-pdf.ts'
import { PYTHON } from '../../support/system-packages.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { sha256Of } from '../../support/test-ledger.ts'

const program = new URL('../../../src/engine/pack/pack-worker.ts', import.meta.url)

function pack(entries: PackEntry[], form: PackForm, output: string) {
  return makePack({ form, output, entries, lacks: [] }, { program })
}

function run(command: string, ...args: string[]): string {
  return execFileSync(command, args, { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C.UTF-8' } })
}

async function files(folder: string): Promise<string[]> {
  return (await readdir(folder)).toSorted()
}

const LAYERED = '<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [5 0 R] /D << /OFF [5 0 R] >> >> >>'

/** No compression makes it smaller than half. */
function largePdf(): Buffer {
  return plainPdf(randomBytes(12_000).toString('hex'))
}

describe('makePack', () => {
  it('gives the same bytes for 500 documents twice, as a zip that unzip and Python read', async () => {
    const folder = await tempFolder()
    const entries = Array.from({ length: 500 }, (_, at) =>
      packEntry(folder, `Facture n° ${at} 提单`, plainPdf(`No ${at}`)),
    )
    const [first, second] = [
      await pack(entries, 'zip', join(folder, 'a.zip')),
      await pack(entries, 'zip', join(folder, 'b.zip')),
    ]
    expect(second.sha256).toBe(first.sha256)
    expect(sha256Of(await readFile(second.output))).toBe(first.sha256)
    expect(first).toMatchObject({ documents: 500, pages: 500, kept: [] })
    expect(run('unzip', '-tq', first.output)).toContain('No errors')
    expect(run('unzip', '-Z1', first.output)).toContain('\n002 PR-1 Facture n° 1 提单.pdf\n')
    const list =
      'import sys, zipfile, hashlib, json; z = zipfile.ZipFile(sys.argv[1]); print(json.dumps({n: hashlib.sha256(z.read(n)).hexdigest() for n in z.namelist()}))'
    const sums: unknown = JSON.parse(run(PYTHON, '-c', list, first.output))
    const read = new Map(Object.entries(z.record(z.string(), z.string()).parse(sums)))
    expect([...read.keys()]).toContain('001 PR-1 Facture n° 0 提单.pdf')
    for (const [at, { file }] of entries.entries()) {
      const number = String(at + 1).padStart(3, '0')
      expect(read.get(`${number} PR-1 Facture n° ${at} 提单.pdf`)).toBe(file.sha256)
    }
  })

  it('merges documents in their order, with an outline, twice the same', async () => {
    const folder = await tempFolder()
    const entries = ['Bill of Lading', 'Invoice 7', '提单'].map((title) =>
      packEntry(folder, title, plainPdf(`of ${title.length}`)),
    )
    const [first, second] = [
      await pack(entries, 'merged', join(folder, 'a')),
      await pack(entries, 'merged', join(folder, 'b')),
    ]
    expect(second.sha256).toBe(first.sha256)
    const merged = join(first.output, 'pack.pdf')
    expect(run('qpdf', '--check', merged)).toContain('No syntax or stream encoding errors')
    const outlines: unknown = JSON.parse(run('qpdf', '--json', '--json-key=outlines', merged))
    expect(outlines).toMatchObject({
      outlines: [
        { title: 'Cover', destpageposfrom1: 1 },
        { title: '01 Bill of Lading', destpageposfrom1: 2 },
        { title: '02 Invoice 7', destpageposfrom1: 3 },
        { title: '03 提单', destpageposfrom1: 4 },
      ],
    })
    expect(run('pdftotext', '-f', '3', '-l', '3', merged, '-')).toContain('of 9')
    expect(run('pdftotext', '-f', '1', '-l', '1', merged, '-')).toContain('no title passes')
    expect(await files(first.output)).toEqual([
      'SHA256SUMS',
      'cover.pdf',
      'index.csv',
      'index.json',
      'index.xlsx',
      'pack.pdf',
    ])
  })

  it('does not unpack a bomb', async () => {
    const folder = await tempFolder()
    const objects = stream(deflateSync(Buffer.alloc(300e6, ' ')), '/Type /ObjStm /N 0 /First 0 /Filter /FlateDecode')
    const entry = packEntry(folder, 'Bomb', pdf([CATALOG, PAGES, page(), '<< >>', '<< >>', objects]))
    const { kept } = await pack([entry], 'merged', join(folder, 'pack'))
    expect(kept).toEqual([{ path: '01 PR-1 Bomb.pdf', why: 'unreadable' }])
  })

  it('keeps links to other pages, also where a page comes twice', async () => {
    const folder = await tempFolder()
    const link = '/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 99 99] /Dest [6 0 R /Fit] >>]'
    const pages = '<< /Type /Pages /Kids [3 0 R 6 0 R 3 0 R] /Count 3 >>'
    const linked = pdf([CATALOG, pages, page(link), stream(Buffer.from('')), stream(Buffer.from('')), page()])
    const { output } = await pack([packEntry(folder, 'Linked', linked)], 'merged', join(folder, 'pack'))
    const merged = join(output, 'pack.pdf')
    expect(run('qpdf', '--check', merged)).toContain('No syntax or stream encoding errors')
    const { pages: kept } = z
      .object({ pages: z.array(z.object({ object: z.string() })) })
      .parse(JSON.parse(run('qpdf', '--json', '--json-key=pages', merged)))
    expect(kept).toHaveLength(4)
    expect(run('qpdf', `--show-object=${kept[1]?.object}`, merged)).toContain(`/Dest [ ${kept[2]?.object} /Fit ]`)
  })

  it('names the page of every document behind a cover of several pages', async () => {
    const folder = await tempFolder()
    const entries = Array.from({ length: 100 }, (_, at) => packEntry(folder, `Invoice ${at}`, plainPdf(`No ${at}`)))
    const { output } = await pack(entries, 'merged', join(folder, 'pack'))
    const index = z.object({ documents: z.array(z.object({ firstPage: z.number() })) })
    const { documents } = index.parse(JSON.parse(await readFile(join(output, 'index.json'), 'utf8')))
    const last = String(documents.at(-1)?.firstPage)
    const merged = join(output, 'pack.pdf')
    expect(run('pdftotext', '-f', last, '-l', last, merged, '-')).toContain('No 99')
    expect(run('pdftotext', '-layout', join(output, 'cover.pdf'), '-')).toMatch(
      new RegExp(`100 +Invoice 99 +PR-1 +1 p. +page ${last}`),
    )
  })

  it('never merges what is signed, encrypted, a form without looks, unreadable, or hides layers', async () => {
    const folder = await tempFolder()
    const [signed, locked] = [signedPdf(folder), encryptedPdf(folder, plainPdf('secret'))]
    const entries = [
      packEntry(folder, 'Plain', plainPdf('plain')),
      packEntry(folder, 'Signed', signed),
      packEntry(folder, 'Locked', locked),
      packEntry(folder, 'Form', formPdf([{ entries: '/FT /Tx /V (12,500 MT)', rect: [60, 600, 300, 620] }])),
      packEntry(folder, 'Broken', Buffer.from('%PDF-1.7\nnothing\n%%EOF\n')),
      packEntry(folder, 'Layers', pdf([LAYERED, PAGES, page(), '<< >>', '<< /Type /OCG /Name (draft) >>'])),
    ]
    const { output, kept, pages } = await pack(entries, 'merged', join(folder, 'pack'))
    expect(kept).toEqual([
      { path: '02 PR-1 Signed.pdf', why: 'signed' },
      { path: '03 PR-1 Locked.pdf', why: 'encrypted' },
      { path: '04 PR-1 Form.pdf', why: 'form' },
      { path: '05 PR-1 Broken.pdf', why: 'unreadable' },
      { path: '06 PR-1 Layers.pdf', why: 'layers' },
    ])
    expect(pages).toBe(4)
    const merged = join(output, 'pack.pdf')
    const attached = join(folder, 'attached.pdf')
    run('pdfdetach', '-save', '1', '-o', attached, merged)
    expect(sha256Of(await readFile(attached))).toBe(sha256Of(signed))
    expect(run('pdfsig', '-nocert', attached)).toContain('Signature is Valid')
    expect(sha256Of(await readFile(join(output, '03 PR-1 Locked.pdf')))).toBe(sha256Of(locked))
    expect(run('pdfinfo', merged)).toMatch(/Pages: +2/)
    const index: unknown = JSON.parse(await readFile(join(output, 'index.json'), 'utf8'))
    expect(index).toMatchObject({
      documents: [
        { firstPage: 2, signature: 'none found' },
        { kept: 'signed', signature: 'carries a signature, not verified' },
        { kept: 'encrypted', pages: null },
        { kept: 'form', signature: 'none found' },
        { kept: 'unreadable', signature: 'unknown' },
        { kept: 'layers' },
      ],
    })
  })

  it('writes a folder whose checksums sha256sum confirms, and an index alone', async () => {
    const folder = await tempFolder()
    const entries = [packEntry(folder, 'Bill of Lading', plainPdf('one'))]
    const { output } = await pack(entries, 'folder', join(folder, 'pack'))
    expect(execFileSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: output, encoding: 'utf8' })).toContain(
      'Lading.pdf: OK',
    )
    const index = await pack(entries, 'index', join(folder, 'index'))
    expect(await files(index.output)).toEqual(['SHA256SUMS', 'cover.pdf', 'index.csv', 'index.json', 'index.xlsx'])
  })

  it('gives every title a name that all systems take', async () => {
    const folder = await tempFolder()
    const titles = [
      'a\u202Egpj.exe',
      '../../etc/passwd',
      'x\u0000\u001By',
      'CON',
      '\u200F',
      ...HOSTILE_NAMES.slice(0, 60),
    ]
    const entries = titles.map((title, at) => packEntry(folder, title, plainPdf(String(at))))
    const { output } = await pack(entries, 'folder', join(folder, 'pack'))
    const names = (await files(output)).filter((name) => /^\d/.test(name))
    expect(names).toHaveLength(titles.length)
    for (const name of names) expect(name).not.toMatch(/[\p{Cc}\p{Bidi_Control}/\\:*?"<>|]/u)
  })

  it.each(['folder', 'zip', 'merged', 'index'] as const)(
    'leaves nothing of a %s whose document changed or vanished',
    async (form) => {
      const folder = await tempFolder()
      const [same, other] = [packEntry(folder, 'Same', plainPdf('same')), packEntry(folder, 'Other', plainPdf('other'))]
      const before = await files(folder)
      writeFileSync(other.file.path, Buffer.alloc(other.file.bytes, 'x'))
      await expect(pack([same, other], form, join(folder, 'pack'))).rejects.toThrow(/was changed since it was saved/)
      rmSync(other.file.path)
      await expect(pack([same, other], form, join(folder, 'pack'))).rejects.toThrow(/is not there any more/)
      expect(await files(folder)).toEqual(before.filter((name) => !other.file.path.endsWith(name)))
    },
  )

  it('replaces nothing, and packs only what is saved', async () => {
    const folder = await tempFolder()
    const entry = packEntry(folder, 'Bill of Lading', plainPdf('one'))
    writeFileSync(join(folder, 'taken'), 'mine')
    await expect(pack([entry], 'zip', join(folder, 'taken'))).rejects.toThrow(/exists already/)
    expect(await readFile(join(folder, 'taken'), 'utf8')).toBe('mine')
    const unsaved = { ...entry, state: 'unsaved', file: null } as const
    await expect(pack([entry, unsaved], 'zip', join(folder, 'a.zip'))).rejects.toThrow(
      /1 of 2 documents can be packed.*1 is not saved yet/,
    )
    await expect(pack([], 'zip', join(folder, 'a.zip'))).rejects.toThrow(/no document/)
  })

  it.skipIf(cannotMount !== undefined).for(['folder', 'zip', 'merged'] as const)(
    'says that the disk is full, and leaves nothing of a %s',
    async (form) => {
      const folder = await tempFolder()
      const small = join(folder, 'small')
      await mountMemory(small, '64k')
      const entries = Array.from({ length: 8 }, () => packEntry(folder, 'Scan', largePdf()))
      const full = await failureThrown(pack(entries, form, join(small, 'pack')))
      expect(full).toMatchObject({ tag: 'disk-full', folder: small })
      expect(await files(small)).toEqual([])
    },
  )

  it('ends at once when it is stopped, and leaves nothing', async () => {
    const folder = await tempFolder()
    const entries = Array.from({ length: 50 }, (_, at) => packEntry(folder, 'Invoice', plainPdf(`No ${at}`)))
    const before = await files(folder)
    for (const means of [{ program }, { program: undefined }]) {
      const stop = new AbortController()
      const request = { form: 'folder', output: join(folder, 'pack'), entries, lacks: [] } satisfies PackRequest
      await expect(makePack(request, means, { onProgress: () => stop.abort(), signal: stop.signal })).rejects.toThrow(
        /interrupted|stopped/i,
      )
      expect(await files(folder)).toEqual(before)
    }
    const [stop, asked] = [new AbortController(), new Set<string>()]
    const signaturesOf = (path: string): Promise<null> => {
      asked.add(path)
      stop.abort()
      return Promise.resolve(null)
    }
    const request = { form: 'index', output: join(folder, 'pack'), entries, lacks: [] } satisfies PackRequest
    const stopped = await failureThrown(makePack(request, { program, signaturesOf }, { signal: stop.signal }))
    expect([stopped?.tag, asked.size]).toEqual(['interrupted', 1])
  })

  it('takes what a check of signatures says into the index', async () => {
    const folder = await tempFolder()
    const entries = [packEntry(folder, 'Bill of Lading', plainPdf('one'))]
    const signaturesOf = (): Promise<string> => Promise.resolve('unchanged, by Aurora Grain')
    const { output } = await makePack(
      { form: 'index', output: join(folder, 'pack'), entries, lacks: [] },
      { program: undefined, signaturesOf },
    )
    expect(await readFile(join(output, 'index.csv'), 'utf8')).toContain('"unchanged, by Aurora Grain"')
  })
})
