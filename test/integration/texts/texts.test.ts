import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { forkTextProcesses } from '../../../src/adapters/pdf/fork-text-process.ts'
import type { TextProcess } from '../../../src/engine/ports/text-process.ts'
import { containerNumbers } from '../../../src/engine/texts/container-numbers.ts'
import { wordsOf } from '../../../src/engine/texts/find-terms.ts'
import { demoData } from '../../exchange-service/demo-data.ts'
import { drawDocument, isSigned } from '../../exchange-service/documents.ts'
import type { DocumentKind } from '../../exchange-service/exchange-data.ts'
import { seededRandom } from '../../exchange-service/seeded-random.ts'
import { COMMAND_LINE } from '../../support/command-line.ts'
import { formPdf } from '../../support/form-pdfs.ts'
import { hostilePdfs } from '../../support/hostile-pdfs.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { type SavedTexts, savedTexts, textPdf, textProcesses } from '../../support/text-documents.ts'
import { CATALOG, page, PAGES, pdf, stream } from '../../support/write-pdf.ts'

const run = promisify(execFile)

/** Documents of a customer as the service draws them. */
async function saveDemo({ save }: SavedTexts, kinds: readonly DocumentKind[]): Promise<string[]> {
  const paths: string[] = []
  for (const set of demoData({ setsPerCustomer: 3 }).sets.slice(0, 9)) {
    for (const [index, kind] of set.documentKinds.entries()) {
      if (!kinds.includes(kind) || isSigned(kind)) continue
      const bytes = await drawDocument({ set, index, version: 1 }, kind)
      paths.push(await save(`${set.row.parcelRef} ${index}.pdf`, bytes))
    }
  }
  return paths
}

describe('texts of saved documents', () => {
  it('are found on the pages where pdftotext has them, word for word', async () => {
    const saved = savedTexts(await tempFolder())
    const paths = await saveDemo(saved, [
      'bill-of-lading',
      'certificate-of-origin',
      'commercial-invoice',
      'chinese-notice',
    ])
    await saved.texts.update()
    const pagesOf = new Map<string, Set<string>>()
    for (const path of paths) {
      const { stdout } = await run('pdftotext', ['-raw', path, '-'])
      for (const [place, text] of stdout.split('\f').entries())
        for (const word of wordsOf(text)) {
          const name = `${path.slice(path.lastIndexOf('/') + 1)} ${place + 1}`
          pagesOf.set(word, (pagesOf.get(word) ?? new Set()).add(name))
        }
    }
    expect(pagesOf.size).toBeGreaterThan(300)
    const missed: string[] = []
    for (const [word, pages] of pagesOf) {
      const found = new Set(await saved.found(`"${word}"`))
      missed.push(...[...pages].filter((name) => !found.has(name)).map((name) => `${word}: ${name}`))
      if (found.size !== pages.size) missed.push(`${word}: ${found.size} pages, not ${pages.size}`)
    }
    expect(missed).toEqual([])
  })

  it('have every planted container number, however it is written there and asked for', async () => {
    const saved = savedTexts(await tempFolder())
    const random = seededRandom(6346)
    const numbers = Array.from({ length: 60 }, () => {
      const digits = String(Math.floor(random() * 1e6)).padStart(6, '0')
      const owner = Array.from({ length: 3 }, () => String.fromCharCode(65 + Math.floor(random() * 26))).join('')
      const [found] = containerNumbers(`${owner}U${digits}0`)
      return { owner: `${owner}U`, digits, check: found?.checkDigit ?? '' }
    })
    const spellings = [
      ({ owner, digits, check }: (typeof numbers)[number]): string => owner + digits + check,
      ({ owner, digits, check }: (typeof numbers)[number]): string => `${owner} ${digits}-${check}`,
      ({ owner, digits, check }: (typeof numbers)[number]): string => `${owner}-${digits}/${check}`,
      ({ owner, digits, check }: (typeof numbers)[number]): string =>
        `${owner} ${digits.slice(0, 3)} ${digits.slice(3)} ${check}`,
    ]
    const lines = numbers.map((number, place) => `Container ${spellings[place % 4]?.(number)} sealed`)
    await saved.save('manifest.pdf', textPdf(Array.from({ length: 6 }, (_, at) => lines.slice(at * 10, at * 10 + 10))))
    await saved.texts.update()
    for (const [place, number] of numbers.entries()) {
      for (const spelling of spellings)
        expect(await saved.found(spelling(number))).toEqual([`manifest.pdf ${Math.floor(place / 10) + 1}`])
    }
  })

  it('have what is filled into a form', async () => {
    const saved = savedTexts(await tempFolder())
    await saved.save('form.pdf', formPdf([{ entries: '/FT /Tx /V (CSQU 305438-3 sealed)', rect: [50, 700, 300, 720] }]))
    await saved.texts.update()
    expect(await saved.found('sealed CSQU3054383')).toEqual(['form.pdf 1'])
  })

  it('are read once for all copies, and found while one of them is there', async () => {
    const asked: string[] = []
    const saved = savedTexts(await tempFolder(), () => {
      const started = textProcesses()
      return { ...started, send: (request) => [asked.push(request.path), started.send(request)] }
    })
    const bytes = textPdf([['one needle']])
    const first = await saved.save('a/first.pdf', bytes)
    const second = await saved.save('b/second.pdf', bytes)
    await saved.texts.update()
    expect(asked).toEqual([first])
    expect(await saved.found('needle')).toEqual(['a/first.pdf 1'])
    await rm(first)
    expect(await saved.found('needle')).toEqual(['b/second.pdf 1'])
    await rename(second, `${second}.away`)
    expect(await saved.found('needle')).toEqual([])
    expect(saved.texts.status()).toMatchObject({ indexed: 1, waiting: 0 })
  })

  it('end in a sentence for what cannot be read, and nothing else stops', async () => {
    const folder = await tempFolder()
    const saved = savedTexts(folder)
    // Tiny, because what lies beside the page is not read.
    const glyphs = Buffer.from(`BT /F1 1 Tf 0.05 TL 50 800 Td ${`(${'needle '.repeat(15)}) Tj T* `.repeat(10_000)} ET`)
    const bomb = deflateSync(Buffer.alloc(600e6, 0x20), { level: 1 })
    await saved.save('pages.pdf', textPdf(Array.from({ length: 5_000 }, (_, at) => [`page number ${at + 1}`])))
    await saved.save('glyphs.pdf', pdf([CATALOG, PAGES, page(), stream(glyphs), '<< >>']))
    await saved.save('bomb.pdf', pdf([CATALOG, PAGES, page(), stream(bomb, '/Filter /FlateDecode'), '<< >>']))
    await saved.save('\u202Efdp.txt\u202C name.pdf', textPdf([['bidi needle']]))
    for (const { name, bytes } of hostilePdfs().filter((one) => !/stroke|picture|paper|ribbon|bomb/.test(one.name)))
      await saved.save(`hostile ${name}.pdf`, bytes)
    await saveDemo(saved, ['password-protected', 'scanned-page'])
    const large = await saved.save('large.pdf', Buffer.from('%PDF-1.7 large'))
    await truncate(large, 500e6)
    await writeFile(join(folder, 'not-saved.pdf'), textPdf([['needle']]))
    await saved.texts.update()

    const flaws = saved.flaws()
    expect(flaws).toMatchObject({
      'PR-2026-00002 1.pdf': 'It is protected by a password.',
      'hostile web page.pdf': 'It is damaged, incomplete or no PDF.',
      'large.pdf': 'It has 500 MB; documents of at most 128 MB are read.',
      'glyphs.pdf': 'It has a page with very much text, of which only the beginning is read.',
      'bomb.pdf': 'It takes more memory to read than a document does.',
      'hostile empty.pdf': 'It is damaged, incomplete or no PDF.',
    })
    for (const flaw of Object.values(flaws)) expect(flaw).toMatch(/^It .+\.$/)
    expect(await saved.found('4999 number')).toEqual(['pages.pdf 4999'])
    expect(await saved.found('needle')).toEqual(['glyphs.pdf 1', '\u202Efdp.txt\u202C name.pdf 1'].toSorted())
    expect(saved.texts.status().waiting).toBe(0)
    expect(saved.texts.status().withoutText).toBeGreaterThan(0)
  }, 120_000)

  it('are the same though the process that reads is killed again and again', async () => {
    const random = seededRandom(20)
    let running: TextProcess | undefined
    const saved = savedTexts(await tempFolder(), () => (running = textProcesses()))
    for (let at = 0; at < 40; at += 1) await saved.save(`${at}.pdf`, textPdf([[`document ${at}`], ['needle']]))
    let killed = 0
    const onRead = (): void => {
      if (random() < 0.3 || killed === 20) return
      killed += 1
      setImmediate(() => running?.kill())
    }
    await saved.texts.update({ onRead })
    expect(killed).toBe(20)
    expect(saved.flaws()).toEqual({})
    expect(await saved.found('needle')).toHaveLength(40)
    expect(await saved.found('"document 17"')).toEqual(['17.pdf 1'])
  })

  it('count none as unreadable where the program that reads them is missing', async () => {
    const saved = savedTexts(
      join(await tempFolder(), 'production'),
      forkTextProcesses(new URL('file:///gone/worker.js')),
    )
    await saved.save('1.pdf', textPdf([['needle']]))
    await expect(saved.texts.update()).rejects.toThrow('does not start')
    expect(saved.texts.status()).toMatchObject({ indexed: 0, unreadable: 0, waiting: 1 })
  })

  it('are the same though the whole program is killed 20 times while it reads them', async () => {
    const folder = await tempFolder()
    const random = seededRandom(21)
    const data = join(folder, 'production')
    const saved = savedTexts(data)
    for (let at = 0; at < 300; at += 1) await saved.save(`${at}.pdf`, textPdf([[`document ${at}`], ['needle']]))
    const words = [COMMAND_LINE, 'index', '--run', '--environment', 'production', '--data-dir', folder]
    for (let kills = 0; kills < 20; kills += 1) {
      const child = spawn(process.execPath, words, { stdio: 'ignore' })
      // From its start to some documents after it: that is what is struck at random.
      await Promise.race([once(child, 'exit'), pause(300 + random() * 1_200)])
      child.kill('SIGKILL')
    }
    await run(process.execPath, words)
    expect(saved.texts.status()).toEqual({ indexed: 300, withoutText: 0, unreadable: 0, waiting: 0 })
    expect(await saved.found('needle')).toHaveLength(300)
    expect(await saved.found('"document 217"')).toEqual(['217.pdf 1'])
  }, 120_000)
})
