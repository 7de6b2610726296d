import { mkdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Browser, chromium, type Page } from 'playwright'
import { transformWithOxc } from 'vite'
import { z } from 'zod'
import { readReceivedSet } from '../../../src/engine/exchange/parse-set.ts'
import { createSetIndex } from '../../../src/engine/search/set-index.ts'
import { openDatabase } from '../../../src/engine/storage/database.ts'
import { SETS_SCHEMA } from '../../../src/engine/storage/schema.ts'
import type { ParcelSet } from '../../../src/shared/model/parcel-set.ts'
import { startShellProcess } from '../../browser-shell/shell-process.ts'
import { browserProgram, QUIET_BROWSER } from '../../support/find-browser.ts'
import { startGeneratedService } from '../service/generated-service.ts'
import { benchCustomer } from '../service/search-answer.ts'
import { signInHere } from '../service/sign-in-here.ts'

const SETS = 100_000
const SETS_A_SHIPMENT = 4
const VESSELS = 400
const ROUNDS = 5
/** Between two keys: a fast typist’s ten letters a second, and in between the bare ones. */
const KEY_EVERY_MS = 100
const WATCH_FILE = path.join(import.meta.dirname, 'page/watch-palette.ts')

/** Means nothing to the application: between the letters it is pressed for what a key and a call cost without finding and drawing. */
const BARE_KEY = 'F9'

/** What is typed and taken back, letter by letter: references from wide to narrow, names, two words, nothing that is there. */
const TYPED = ['PR-2026-041234', 'shp-12', 'aalesund', 'star 99', 'bench 777', 'zzz']

const times = z.object({ keyToListMs: z.array(z.number()), bareMs: z.array(z.number()) })

export interface PaletteBenchResult extends Readonly<z.infer<typeof times>> {
  readonly sets: number
  /** Of the desk’s process: by the first search, which reads all names. */
  readonly grownBytes: number
  readonly databaseBytes: number
}

/** Measures the palette over an index of 100,000 sets, from key press to painted list. */
export async function benchPalette(workFolder: string): Promise<PaletteBenchResult> {
  const service = await startGeneratedService({ sets: 1, documentsPerSet: 1, documentBytes: 5000 })
  const root = path.join(workFolder, 'palette')
  const databaseBytes = await fillIndex(root, service.baseUrl)
  const shell = await startShellProcess({ root })
  const browser = await chromium.launch({ executablePath: browserProgram(), args: [...QUIET_BROWSER] })
  try {
    const before = await residentBytes(shell.pid)
    const page = await openPalette(browser, shell.url, service.baseUrl)
    const grownBytes = (await residentBytes(shell.pid)) - before
    // The first round compiles.
    await typeAll(page)
    await take(page)
    for (let round = 0; round < ROUNDS; round += 1) await typeAll(page)
    return { sets: SETS, ...(await take(page)), grownBytes, databaseBytes }
  } finally {
    await browser.close()
    await shell.kill()
    service.stop()
  }
}

/** As searches would have filled it; in both environments, because the form decides which one is signed in to. */
async function fillIndex(root: string, baseUrl: string): Promise<number> {
  const files = ['test', 'production'].map((environment) => path.join(root, 'data', environment, 'sets.sqlite'))
  for (const file of files) {
    await mkdir(path.dirname(file), { recursive: true })
    const database = openDatabase(file, SETS_SCHEMA, () => undefined)
    createSetIndex(database, baseUrl).store(Array.from({ length: SETS }, (_each, at) => setAt(at)))
    database.close()
  }
  return (await stat(files[0] ?? root)).size
}

function setAt(at: number): ParcelSet {
  const id = at.toString(16).padStart(12, '0')
  const vessel = at % VESSELS
  const row = {
    setId: `5e700000-0000-4000-a000-${id}`,
    transactionId: `7a000000-0000-4000-a000-${id}`,
    parcelRef: `PR-2026-${String(at).padStart(6, '0')}`,
    shipmentRef: `SHP-${String(Math.floor(at / SETS_A_SHIPMENT)).padStart(6, '0')}`,
    vesselName: `MV ${['Ålesund', 'Golden Star', 'Étoile', 'Harvest'][vessel % 4] ?? ''} ${vessel}`,
    status: 'ISSUED',
    cargoName: 'Milling wheat',
    loadPort: 'Santos',
    destinationName: 'Rotterdam',
    documents: [{ documentId: `d0c00000-0000-4000-a000-${id}`, name: `BL-${900_000 + at}`, docType: 'Bill of Lading' }],
  }
  const set = readReceivedSet(row, benchCustomer)
  if (set === undefined) throw new Error('The bench made a set that cannot be read.')
  return set
}

async function openPalette(browser: Browser, url: string, baseUrl: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const { code } = await transformWithOxc(await readFile(WATCH_FILE, 'utf8'), WATCH_FILE)
  // What runs before the page is no module.
  await page.addInitScript({ content: `{${code.replace('export {};', '')}}` })
  await page.goto(url)
  await signInHere(page, baseUrl)
  await page.evaluate(`window.paletteWatch.follow(window.parcelDesk, ${JSON.stringify(BARE_KEY)})`)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('pr')
  await page.getByRole('group', { name: 'Parcels' }).waitFor()
  for (let letter = 0; letter < 2; letter += 1) await page.keyboard.press('Backspace')
  return page
}

async function typeAll(page: Page): Promise<void> {
  for (const text of TYPED) {
    for (const key of text) await pressInTurn(page, key)
    for (let letter = 0; letter < text.length; letter += 1) await pressInTurn(page, 'Backspace')
  }
}

async function pressInTurn(page: Page, key: string): Promise<void> {
  await press(page, key)
  await press(page, BARE_KEY)
}

async function press(page: Page, key: string): Promise<void> {
  const paced = delay(KEY_EVERY_MS)
  await page.keyboard.press(key === ' ' ? 'Space' : key)
  await paced
}

async function take(page: Page): Promise<z.infer<typeof times>> {
  // The last key may still be on its way to the screen.
  await delay(3 * KEY_EVERY_MS)
  return times.parse(await page.evaluate('window.paletteWatch.take()'))
}

async function residentBytes(pid: number): Promise<number> {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}
