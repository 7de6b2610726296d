import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Browser, chromium, type Locator, type Page } from 'playwright'
import { transformWithOxc } from 'vite'
import { z } from 'zod'
import { startShellProcess } from '../../browser-shell/shell-process.ts'
import { browserProgram, QUIET_BROWSER } from '../../support/find-browser.ts'
import { startGeneratedService } from '../service/generated-service.ts'
import { signInHere } from '../service/sign-in-here.ts'

const SETS = 1_000
const DOCUMENTS_PER_SET = 2
const DOCUMENT_BYTES = 150_000
/** Saves for each kind of key. */
const ROUNDS = 4
/** Of each kind of key, while nothing is saved. */
const KEYS_AT_REST = 300
const WARMING_KEYS = 30
/** As a key that is held down repeats; faster than anybody types. */
const KEY_EVERY_MS = 33
const WATCH_FILE = path.join(import.meta.dirname, 'page/watch-input.ts')

const PLACES = ['grid', 'filter', 'downloads'] as const
export type KeyPlace = (typeof PLACES)[number]

export interface SaveLatency {
  readonly place: KeyPlace
  /** From key press to painted frame, in milliseconds. */
  readonly restingMs: readonly number[]
  readonly savingMs: readonly number[]
}

export interface SaveLatencyResult {
  readonly documents: number
  readonly documentBytes: number
  /** Of each save: how long it took, and how often the page heard of it. */
  readonly saves: readonly { readonly durationMs: number; readonly jobEvents: number }[]
  readonly latencies: readonly SaveLatency[]
}

/** Measures how soon the page answers to keys while 2,000 documents are saved: in the grid, its filter, and Downloads. */
export async function benchSaveLatency(workFolder: string): Promise<SaveLatencyResult> {
  const shape = { sets: SETS, documentsPerSet: DOCUMENTS_PER_SET, documentBytes: DOCUMENT_BYTES, isReadable: true }
  const service = await startGeneratedService(shape)
  const shell = await startShellProcess({ root: workFolder })
  const browser = await chromium.launch({ executablePath: browserProgram(), args: [...QUIET_BROWSER] })
  try {
    const page = await openDesk(browser, shell.url, service.baseUrl)
    const latencies: SaveLatency[] = []
    const saves: SaveLatencyResult['saves'][number][] = []
    // The first round shows every place for the first time: code is compiled and rows are measured.
    await pressWhileSaving(page, { place: 'downloads', round: 0 })
    for (const place of PLACES) {
      const restingMs = await pressAtRest(page, place)
      const savingMs: number[] = []
      for (let round = 1; round <= ROUNDS; round += 1) {
        const saved = await pressWhileSaving(page, { place, round })
        savingMs.push(...saved.inputToPaintMs)
        saves.push(saved)
      }
      latencies.push({ place, restingMs, savingMs })
    }
    return { documents: SETS * DOCUMENTS_PER_SET, documentBytes: DOCUMENT_BYTES, saves, latencies }
  } finally {
    await browser.close()
    await shell.kill()
    service.stop()
  }
}

export async function openDesk(browser: Browser, url: string, baseUrl: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const { code } = await transformWithOxc(await readFile(WATCH_FILE, 'utf8'), WATCH_FILE)
  // What runs before the page is no module.
  await page.addInitScript({ content: `{${code.replace('export {};', '')}}` })
  await page.goto(url)
  await signInHere(page, baseUrl)
  await page.evaluate('window.inputWatch.follow(window.parcelDesk)')
  await page.getByRole('search').getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByText('1,000 of 1,000', { exact: true }).waitFor()
  return page
}

export async function pressAtRest(page: Page, place: KeyPlace): Promise<number[]> {
  await goTo(page, place)
  for (let key = 0; key < WARMING_KEYS; key += 1) await press(page, place, key)
  await take(page)
  for (let key = 0; key < KEYS_AT_REST; key += 1) await press(page, place, key)
  return (await take(page)).inputToPaintMs
}

interface Round {
  readonly place: KeyPlace
  readonly round: number
}

/** Saves everything into a folder of its own, and presses keys until the last document is saved. */
export async function pressWhileSaving(page: Page, { place, round }: Round) {
  await goTo(page, 'grid')
  await startSave(page, `${place} ${round}`)
  await goTo(page, place)
  const jobs = await unfinished(page)
  await take(page)
  const startedAtMs = performance.now()
  for (let key = 0; (await jobs.count()) > 0; key += 1) await press(page, place, key)
  return { durationMs: performance.now() - startedAtMs, ...(await take(page)) }
}

/** The count of jobs at work, which every place shows. */
async function unfinished(page: Page): Promise<Locator> {
  const count = page
    .getByRole('navigation', { name: 'Places' })
    .getByRole('button', { name: /^Downloads, \S+ waiting$/ })
  await count.waitFor()
  return count
}

async function startSave(page: Page, folder: string): Promise<void> {
  await page.keyboard.press('Control+a')
  await page.getByRole('button', { name: 'Save 1,000 ticked sets…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save documents' })
  const isNew = dialog.getByText('No folder chosen yet.')
  await isNew.or(dialog.getByRole('button', { name: /Folder$/, disabled: false })).waitFor()
  if (await isNew.isVisible()) await dialog.getByRole('button', { name: 'Choose a folder…' }).click()
  for (const part of ['Change…', 'Options']) await dialog.locator('summary').filter({ hasText: part }).click()
  await dialog.getByRole('textbox', { name: 'Name pattern' }).fill(`${folder}/{documentId}`)
  // On by itself once documents were saved into the folder.
  const onlyNew = dialog.getByRole('checkbox', { name: 'Only new or changed' })
  if (await onlyNew.isChecked()) await dialog.getByText('Only new or changed').click()
  await dialog.getByRole('button', { name: 'Save 2,000 documents' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

async function goTo(page: Page, place: KeyPlace): Promise<void> {
  const places = page.getByRole('navigation', { name: 'Places' })
  if (place === 'downloads') {
    await places.getByRole('button', { name: /^Downloads/ }).click()
    const grid = page.getByRole('grid')
    if ((await grid.count()) > 0) await grid.focus()
    return
  }
  await places.getByRole('button', { name: 'Search' }).click()
  const filter = page.getByRole('searchbox')
  await filter.fill('')
  if (place === 'filter') await filter.click()
  else await page.getByRole('grid', { name: 'Parcel sets' }).getByRole('rowheader').first().click()
}

/** Down through the rows; letters of a reference and back. */
async function press(page: Page, place: KeyPlace, key: number): Promise<void> {
  const typed = 'SHP-0000'
  const step = key % (2 * typed.length)
  const letter = typed[step] ?? 'Backspace'
  const paced = delay(KEY_EVERY_MS)
  await page.keyboard.press(place === 'filter' ? letter : 'ArrowDown')
  await paced
}

const noted = z.object({ inputToPaintMs: z.array(z.number()), jobEvents: z.number() })

async function take(page: Page): Promise<z.infer<typeof noted>> {
  // The last key may still be on its way to the screen.
  await page.waitForTimeout(300)
  return noted.parse(await page.evaluate('window.inputWatch.take()'))
}
