import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { openPdf } from '../../../src/adapters/pdf/open-pdf.ts'
import { readContents } from '../../../src/adapters/pdf/read-contents.ts'
import { compareDocuments, type ComparedPage, isDifferent } from '../../../src/shared/compare/compare-documents.ts'
import { textOf } from '../../../src/shared/compare/comparison-words.ts'
import type { PageContent } from '../../../src/shared/compare/page-content.ts'
import { type FormPage, formPage, formPdfOf } from '../../support/compared-pdfs.ts'
import { hasProgram } from '../../support/system-abilities.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const resources = fileURLToPath(new URL('../../../node_modules/pdfjs-dist/', import.meta.url))

async function read(bytes: Buffer): Promise<PageContent[]> {
  const pages: PageContent[] = []
  const flaw = await openPdf(new Uint8Array(bytes), resources, (pdf) => readContents(pdf, (page) => pages.push(page)))
  expect(flaw).toBe(null)
  return pages
}

interface Planted {
  pages: FormPage[]
  /** What has to be found, as `told` says it. */
  found: string
}

type Plant = (pages: readonly FormPage[], at: number) => Planted

const changed = (pages: readonly FormPage[], at: number, change: (page: FormPage) => FormPage): FormPage[] =>
  pages.map((page, index) => (index === at ? change(page) : page))
const line = (page: FormPage, at: number, change: (text: string) => string): FormPage => ({
  ...page,
  lines: page.lines.map((text, index) => (index === at ? change(text) : text)),
})

/** Ways to change page `at` of a document. */
const PLANTS: Readonly<Record<string, Plant>> = {
  'a word': (pages, at) => ({
    pages: changed(pages, at, (page) => line(page, at + 3, (text) => text.replace('hold', 'deck'))),
    found: `${at + 1}/${at + 1} hold>deck`,
  }),
  'one digit of a number': (pages, at) => {
    const was = pages[at]?.lines[2]?.split(' ')[2] ?? ''
    const is = was.slice(0, -1) + ((Number(was.at(-1)) + 1) % 10)
    return {
      pages: changed(pages, at, (page) => line(page, 2, (text) => text.replace(` ${was} `, ` ${is} `))),
      found: `${at + 1}/${at + 1} ${was}>${is}`,
    }
  },
  'a word less': (pages, at) => ({
    pages: changed(pages, at, (page) => line(page, 5, (text) => text.replace(' per', ''))),
    found: `${at + 1}/${at + 1} per>`,
  }),
  'two words more': (pages, at) => ({
    pages: changed(pages, at, (page) => line(page, 0, (text) => `${text} clean onboard`)),
    found: `${at + 1}/${at + 1} >clean onboard`,
  }),
  'a page inserted': (pages, at) => ({
    pages: [...pages.slice(0, at), formPage(900 + at), ...pages.slice(at)],
    found: `-/${at + 1}`,
  }),
  'a page removed': (pages, at) => ({ pages: pages.toSpliced(at, 1), found: `${at + 1}/-` }),
  'the colour of a picture': (pages, at) => ({
    pages: changed(pages, at, (page) => ({ ...page, colour: [200, 10, 10] })),
    found: `${at + 1}/${at + 1} picture`,
  }),
  'the place of a picture': (pages, at) => ({
    pages: changed(pages, at, (page) => ({ ...page, pictureAt: [300, 500] })),
    found: `${at + 1}/${at + 1} picture`,
  }),
  'a drawn stamp': (pages, at) => ({
    pages: changed(pages, at, (page) => ({ ...page, stamp: true })),
    found: `${at + 1}/${at + 1} picture`,
  }),
  'a watermark': (pages, at) => ({
    pages: changed(pages, at, (page) => ({ ...page, watermark: 'COPY' })),
    found: `${at + 1}/${at + 1} >COPY`,
  }),
}

/** What was found, on a line for each page that differs. */
function told(pages: readonly ComparedPage[]): string {
  return pages
    .filter(isDifferent)
    .map(({ left, right, changes, picture }) => {
      const words = changes.map(({ removed, added }) => `${textOf(removed)}>${textOf(added)}`)
      return [`${left ?? '-'}/${right ?? '-'}`, ...words, ...(picture > 0 ? ['picture'] : [])].join(' ')
    })
    .join('\n')
}

const ROUNDS = Array.from({ length: 10 }, (_none, round) => round)
const original = (round: number): FormPage[] =>
  Array.from({ length: (round % 5) + 2 }, (_none, page) => formPage(round * 10 + page))

describe.each(Object.entries(PLANTS))('a change that was planted: %s', (_name, plant) => {
  it.each(ROUNDS)('is found, and nothing else (document %i)', async (round) => {
    const pages = original(round)
    const planted = plant(pages, round % pages.length)
    const [left, right] = [await read(await formPdfOf(pages)), await read(await formPdfOf(planted.pages, 1))]
    expect(told(compareDocuments(left, right, 0))).toBe(planted.found)
  })
})

describe('two documents with the same content in other bytes', () => {
  it.each(Array.from({ length: 100 }, (_none, round) => round))('do not differ (document %i)', async (round) => {
    const pages = original(round)
    const [one, other] = [await formPdfOf(pages), await formPdfOf(pages, 1 + round)]
    expect(one.equals(other)).toBe(false)
    expect(told(compareDocuments(await read(one), await read(other), 0))).toBe('')
  })
})

/** Words that went and came, as Python finds them in what poppler reads. */
const ORACLE = `
import difflib, subprocess, sys
left, right = (subprocess.run(['pdftotext', '-raw', file, '-'], capture_output=True, text=True).stdout.split() for file in sys.argv[1:])
for tag, a, b, c, d in difflib.SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
    if tag != 'equal': print(' '.join(left[a:b]) + '>' + ' '.join(right[c:d]))
`

describe.runIf(hasProgram('pdftotext') && hasProgram('python3'))('what poppler and Python’s difflib find', () => {
  it.each(['a word', 'one digit of a number', 'a word less', 'two words more'])('is the same: %s', async (name) => {
    const folder = await tempFolder()
    const pages = original(4)
    const files = [await formPdfOf(pages), await formPdfOf(PLANTS[name]?.(pages, 2).pages ?? [])]
    const paths = files.map((_bytes, at) => join(folder, `${name} ${at}.pdf`))
    for (const [at, bytes] of files.entries()) writeFileSync(paths[at] ?? '', bytes)
    const oracle = execFileSync('python3', ['-c', ORACLE, ...paths])
      .toString()
      .trim()
    const [left = [], right = []] = await Promise.all(files.map(read))
    const found = compareDocuments(left, right, 0).flatMap(({ changes }) => changes)
    expect(found.map(({ removed, added }) => `${textOf(removed)}>${textOf(added)}`).join('\n')).toBe(oracle)
  })
})
