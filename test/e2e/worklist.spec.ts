import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { JSHandle, Locator, Page } from 'playwright/test'
import { createSystemClock } from '../../src/adapters/system-clock.ts'
import { readTable } from '../../src/engine/tables/read-table.ts'
import { demoUser } from '../exchange-service/start-exchange-service.ts'
import { demoData } from '../exchange-service/demo-data.ts'
import { makeWorkbook } from '../support/make-workbook.ts'
import { COPIED_COLUMN, COPIED_REFERENCES, type CopiedCells } from '../support/spreadsheet-clipboard.ts'
import { type Desk, expect, signIn, test } from './desk-test.ts'
import { runCommand } from './palette-steps.ts'
import { reaches, shownJob } from './save-journey.ts'
import { openInShell } from './shell-host.ts'
import { tabTo } from './tab-to.ts'
import { callsOfTwoPresses, failOnce } from './two-presses.ts'

const data = demoData()
/** Of the test that changes it. */
const changing = demoData()
const DAY_MS = 24 * 60 * 60 * 1000
const pasteTarget = (page: Page): Locator => page.getByRole('textbox', { name: 'Shipment references' })
const grid = (page: Page): Locator => page.getByRole('grid', { name: 'Worklist' })
const line = (page: Page, reference: string): Locator => grid(page).getByRole('row').filter({ hasText: reference })
const tick = (row: Locator): Locator => row.getByRole('gridcell', { name: 'Tick' })
const foot = (page: Page): Locator => page.getByRole('status', { name: 'Lines' })
const facets = (page: Page): Locator => page.getByRole('group', { name: 'Narrow the list to' })
const facet = (page: Page, words: string | RegExp): Locator => facets(page).getByRole('button', { name: words })
const shownList = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name })
const save = (page: Page): Locator => page.getByRole('button', { name: /^Save (?!all|\S+ shown).*…/ })
const cell = (row: Locator, column: 'changes' | 'saved'): Locator => row.locator(`[data-column="${column}"]`)
/** In order. Asked again and again, for rows follow what is said of them. */
const references = async (page: Page): Promise<string[]> => {
  const cells = grid(page).getByRole('rowheader').and(page.locator('[data-column="reference"]'))
  return (await cells.allInnerTexts()).map((one) => one.trim())
}
/** Sets that a search finds by default: in the inbox, and in this instance. */
const setsOf = (reference: string): (typeof data.sets)[number][] =>
  data.sets.filter(
    ({ row, folder, instance }) => row.shipmentRef === reference && folder === 'inbox' && instance === 'DocEx',
  )
const documentsOf = (...wanted: string[]): number =>
  wanted.flatMap(setsOf).reduce((sum, { row }) => sum + row.documents.length, 0)

function the<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the demo data has none of it')
  return value
}

async function openWorklist(page: Page): Promise<void> {
  await page.keyboard.press('Control+3')
  await expect(pasteTarget(page).or(grid(page))).toBeVisible()
}

async function lookUp(page: Page, text: string): Promise<void> {
  await pasteTarget(page).fill(text)
  await page.getByRole('button', { name: 'Look them up' }).click()
}

/** Until every line has its answer, and the lines are there to be gone to: a short list may have been checked before. */
async function checked(page: Page): Promise<void> {
  await expect(foot(page)).toContainText('checked')
  await expect(grid(page).getByRole('row').nth(1)).toBeVisible()
}

/** Where a part of a journey happens. */
type Place = Pick<Desk, 'page' | 'desk' | 'folder'>

test.use({ serviceOptions: { data } })

test.describe('a worklist', () => {
  test('by mouse: a dropped workbook keeps its lines and columns, is narrowed, opened into sets, saved and exported @soak', async ({
    page,
    desk,
    folder,
    host,
  }) => {
    await openWorklist(page)
    await refuseFiles({ page, desk, folder })
    const rows = [
      ['Vessel', 'Shipment ref'],
      ['MV A', 'SHP-0100'],
      ['', ''],
      ['MV B', 'NOPE-1'],
      ['MV C', 'SHP-0003'],
      ['MV D', 'SHP-0100'],
    ]
    await drop(page, 'Monday vessels.xlsx', makeWorkbook({ sheets: { Cover: '', List: rows } }))
    await checked(page)
    await expect(page.getByText('Of its 2 sheets “List” was taken')).toBeVisible()
    await expect(shownList(page, 'Worklist: Monday vessels')).toBeVisible()
    await expect(foot(page)).toContainText('5 lines, 3 references')
    await expect.poll(() => references(page)).toEqual(['SHP-0100', '', 'NOPE-1', 'SHP-0003', 'SHP-0100'])
    await expect(line(page, 'MV C')).toContainText('SHP-0003')

    await facet(page, '1 missing').click()
    await expect.poll(() => references(page)).toEqual(['NOPE-1'])
    // Nothing can be packed of it.
    await tick(line(page, 'NOPE-1')).click()
    await page.keyboard.press('Control+Shift+m')
    await expect(page.getByText('No set is found for any ticked line.')).toBeVisible()
    await tick(line(page, 'NOPE-1')).click()
    await facet(page, '1 missing').click()
    await facet(page, '3 not on this disk').click()
    await expect.poll(() => references(page)).toEqual(['SHP-0100', 'SHP-0003', 'SHP-0100'])
    await facet(page, '3 not on this disk').click()

    const sets = setsOf('SHP-0003')
    await page.getByRole('button', { name: `Show the ${sets.length} sets of SHP-0003` }).click()
    const parcels = sets.map(({ row }) => row.parcelRef ?? '')
    await expect.poll(async () => (await references(page)).slice(4, 4 + sets.length)).toEqual(parcels)
    const wanted = the(sets[1])
    await tick(line(page, wanted.row.parcelRef ?? '')).click()
    const pane = page.getByRole('region', { name: 'Set and preview' })
    await expect(pane.getByRole('heading').first()).toContainText(wanted.row.parcelRef ?? '')
    const ticked = new RegExp(`1 set ticked · ${wanted.row.documents.length} documents? · [\\d,.]+ MT`)
    await expect(foot(page)).toContainText(ticked)
    await page.getByRole('button', { name: `Hide the ${sets.length} sets of SHP-0003` }).click()
    await expect(line(page, 'MV C')).toContainText(`1 of ${sets.length} ticked`)
    await expect(foot(page)).toContainText(ticked)

    await save(page).click()
    const dialog = page.getByRole('dialog', { name: 'Save documents' })
    await dialog.getByRole('button', { name: 'Choose a folder…' }).click()
    await dialog.getByRole('button', { name: new RegExp(`^Save ${wanted.row.documents.length} documents?`) }).click()
    await reaches(page, 'Done')
    await page.getByRole('navigation').getByRole('button', { name: 'Worklist' }).click()
    await expect(cell(line(page, 'MV C'), 'saved')).toHaveText('In part')
    await expect(cell(line(page, 'MV A'), 'saved')).toHaveText('No')

    // Of the closed line, what is dragged out is the set that is ticked in it.
    await line(page, 'MV C').dispatchEvent('dragstart')
    if (host === 'shell') {
      await expect(page.getByText('A browser cannot drag files out of a page')).toBeVisible()
      const dragged = (await desk.askedOfSystem()).find(({ what }) => what === 'drag')
      expect(dragged?.paths).toHaveLength(wanted.row.documents.length)
    }

    await grid(page).getByRole('columnheader', { name: 'Shipment ref' }).click()
    const exported = await exportAsExcel({ page, desk, folder }, '5 lines')
    expect(exported.map((row) => row.slice(0, 3))).toEqual([
      ['Vessel', 'Shipment ref', 'Found'],
      ['MV A', 'SHP-0100', 'Found'],
      [''],
      ['MV B', 'NOPE-1', 'Missing'],
      ['MV C', 'SHP-0003', 'Several sets'],
      ['MV D', 'SHP-0100', 'Found'],
    ])
  })

  test('by keyboard: pasted anywhere, opened into sets, ticked, saved, renamed, looked up again, narrowed and exported', async ({
    page,
    desk,
    service,
    folder,
  }) => {
    await openWorklist(page)
    await desk.writeClipboard('Shipment\tVessel\r\nSHP-0100\tMV A\r\nNOPE-1\t\r\nSHP-0003\tMV B\r\n')
    await page.keyboard.press('ControlOrMeta+v')
    await checked(page)
    await page.keyboard.press('Control+ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press(' ')
    await expect(save(page)).toBeHidden()
    await page.keyboard.press(' ')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const sets = setsOf('SHP-0003')
    await expect(grid(page).getByRole('row')).toHaveCount(1 + 3 + sets.length)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press(' ')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press(' ')
    await expect(foot(page)).toContainText('2 sets ticked')
    await page.keyboard.press('Control+s')
    const dialog = page.getByRole('dialog', { name: 'Save documents' })
    const count = sets.slice(0, 2).reduce((sum, { row }) => sum + row.documents.length, 0)
    await tabTo(page, dialog.getByRole('button', { name: 'Choose a folder…' }))
    await page.keyboard.press('Enter')
    const saving = dialog.getByRole('button', { name: new RegExp(`^Save ${count} documents?`) })
    await expect(saving).toBeEnabled()
    await tabTo(page, saving)
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await page.keyboard.press('Control+4')
    await reaches(page, 'Done')
    await page.keyboard.press('Control+3')
    await expect(cell(line(page, 'MV B'), 'saved')).toHaveText('In part')

    await runCommand(page, 'rename')
    await tabTo(page, page.getByRole('textbox', { name: 'Name' }))
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Tuesday')
    await page.keyboard.press('Enter')
    await expect(shownList(page, 'Worklist: Tuesday')).toBeVisible()
    const before = service.counts.search
    await page.keyboard.press('F5')
    await expect.poll(() => service.counts.search).toBeGreaterThan(before)
    await checked(page)
    await tabTo(page, facet(page, '1 missing'))
    await page.keyboard.press('Enter')
    await expect.poll(() => references(page)).toEqual(['NOPE-1'])
    const file = join(folder, 'out.csv')
    await desk.answerDialogs(file)
    await runCommand(page, 'export as csv')
    await expect(page.getByText(`out.csv in ${folder}`)).toBeVisible()
    expect(await readFile(file, 'utf8')).toContain('NOPE-1')
  })

  test('takes cells as spreadsheets copy them, with a picture of them beside, on the screen and in the fields @soak', async ({
    page,
    host,
  }) => {
    test.skip(host !== 'shell', 'the whole clipboard is written by the browser')
    await openWorklist(page)
    for (const copied of COPIED_COLUMN) {
      await copyCells(page, copied)
      await page.keyboard.press('ControlOrMeta+v')
      await expect(shownList(page, `Worklist: SHP-0100 and 5 more`), copied.program).toBeVisible()
      await expect.poll(() => references(page), copied.program).toEqual(COPIED_REFERENCES)
      await page.getByRole('button', { name: 'New list' }).click()
    }
    const shownRow = (text: string, hidden = ''): string =>
      `<row${hidden}><c t="inlineStr"><is><t>${text}</t></is></c></row>`
    const filtered = `${shownRow('SHP-0100')}${shownRow('NOPE-1', ' hidden="1"')}${shownRow('SHP-0003')}`
    await drop(page, 'Filtered.xlsx', makeWorkbook({ sheets: { One: filtered } }))
    await expect(page.getByText('1 row is hidden by a filter or by hand')).toBeVisible()
    await page.getByRole('button', { name: 'Leave out hidden rows' }).click()
    await expect.poll(() => references(page)).toEqual(['SHP-0100', 'SHP-0003'])
    await page.getByRole('button', { name: 'New list' }).click()

    const [cells] = COPIED_COLUMN
    await pasteTarget(page).dispatchEvent('drop', { dataTransfer: await transferOf(page, the(cells)) })
    await expect.poll(() => references(page)).toEqual(COPIED_REFERENCES)

    await page.keyboard.press('Control+2')
    const field = page.getByRole('textbox', { name: 'Shipments' })
    await field.click()
    await page.keyboard.press('ControlOrMeta+v')
    const chips = page.getByRole('grid', { name: 'Shipments' }).getByRole('row')
    await expect(chips).toHaveText(['Shipment ref', ...COPIED_REFERENCES])
    for (const _ of ['Shipment ref', ...COPIED_REFERENCES]) await field.press('Backspace')
    await expect(chips).toHaveCount(0)
    await field.dispatchEvent('drop', { dataTransfer: await transferOf(page, the(cells)) })
    await expect(chips).toHaveText(['Shipment ref', ...COPIED_REFERENCES])

    await page.keyboard.press('Control+k')
    await page.keyboard.press('ControlOrMeta+v')
    await expect(page.getByRole('combobox', { name: /^Find anything/ })).toHaveValue(
      ['Shipment ref', ...COPIED_REFERENCES].join(', '),
    )
  })

  test('takes the references from another column where the guess was wrong, and looks them up', async ({ page }) => {
    await openWorklist(page)
    await lookUp(page, 'Our ref\tFile\nB-1\t SHP-0100\nB-2\tSHP-0003\nB-3\t')
    await checked(page)
    await expect.poll(() => references(page)).toEqual(['B-1', 'B-2', 'B-3'])
    await runCommand(page, 'References are in another column')
    const dialog = page.getByRole('dialog', { name: 'Column of the references' })
    await dialog.getByRole('button', { name: /References are in/ }).click()
    await page.getByRole('option', { name: 'File' }).click()
    await dialog.getByRole('button', { name: 'Look them up' }).click()
    await expect.poll(() => references(page)).toEqual(['SHP-0100', 'SHP-0003', ''])
    await checked(page)
    await expect(line(page, 'SHP-0100')).toContainText('Found')
    await expect(line(page, 'SHP-0100')).toContainText('B-1')
    await expect(foot(page)).toContainText('3 lines, 2 references')
  })

  test('makes a new list of a paste, keeps the other over a reload, and is edited in two windows without losing an edit', async ({
    page,
    desk,
    host,
  }) => {
    await openWorklist(page)
    await lookUp(page, 'SHP-0100\nSHP-0003')
    await checked(page)
    await line(page, 'SHP-0100').getByRole('rowheader').first().click()
    await desk.writeClipboard('SHP-0007')
    await page.keyboard.press('ControlOrMeta+v')
    await expect(shownList(page, 'Worklist: SHP-0007')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(shownList(page, 'Worklist: SHP-0100 and 1 more')).toBeVisible()

    await desk.writeClipboard('  \n')
    await line(page, 'SHP-0100').getByRole('rowheader').first().click()
    await page.keyboard.press('ControlOrMeta+v')
    await expect(page.getByRole('alert')).toContainText('What was pasted holds no references.')

    await page.getByRole('button', { name: 'New list' }).click()
    await lookUp(page, 'SHP-0007\nNOPE')
    await checked(page)
    await page.reload()
    await expect(shownList(page, 'Worklist: SHP-0007 and 1 more')).toBeVisible()
    await expect(facet(page, '1 missing')).toBeVisible()
    await shownList(page, 'Worklist: SHP-0007 and 1 more').click()
    await page.getByRole('menuitem', { name: 'SHP-0100 and 1 more' }).click()
    await expect(line(page, 'SHP-0003')).toBeVisible()

    await shownList(page, 'Worklist: SHP-0100 and 1 more').click()
    await page.getByRole('menuitem', { name: 'Remove this worklist' }).click()
    const kept = page.getByRole('region', { name: 'Your worklists' })
    await expect(kept.getByRole('button', { name: /^SHP-0007 and 1 more/ })).toBeVisible()
    await expect(kept.getByText('SHP-0100 and 1 more')).toBeHidden()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(line(page, 'SHP-0003')).toBeVisible()

    await editInTwoWindows(page)
    await addLines(page)
    if (host === 'shell') await addLinesByTwoPresses(page)
  })

  test('looks up its own customers alone, is saved with one click, and calls nothing missing without an answer @soak', async ({
    page,
    desk,
    service,
  }) => {
    await openWorklist(page)
    await pasteTarget(page).fill('SHP-0100')
    await page.getByRole('combobox', { name: 'Customers' }).pressSequentially('meridian')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('No customer chosen for “meridian”')).toBeVisible()
    expect(service.counts.search).toBe(0)

    // Limited to its customers, also when it is looked up again.
    await page.getByRole('combobox', { name: 'Customers' }).fill('aurora')
    await page.getByRole('option', { name: /Aurora Grain/ }).click()
    await page.keyboard.press('Escape')
    await lookUp(page, 'SHP-0007\nSHP-0100')
    await checked(page)
    const before = service.counts.search
    await page.keyboard.press('F5')
    await expect.poll(() => service.counts.search).toBeGreaterThan(before)
    await checked(page)
    const aurora = service.data.counterparties.filter(({ customerName }) => customerName === 'Aurora Grain AG')
    const asked = service.requests.findLast(({ endpoint }) => endpoint === 'search')?.body
    expect(asked).toMatchObject({ customerIds: aurora.map(({ customerId }) => customerId) })

    await page.getByRole('button', { name: 'New list' }).click()
    await page.getByRole('button', { name: 'Remove Aurora Grain AG' }).click()
    await lookUp(page, 'SHP-0100\nSHP-0007')
    await checked(page)
    await saveList(page)
    await useLineMenu({ page, desk })

    service.faults.add({ match: 'search', kind: '500' })
    await page.getByRole('button', { name: 'Back to the list' }).click()
    await page.getByRole('button', { name: 'New list' }).click()
    await lookUp(page, 'SHP-0100\nSHP-0003')
    await expect(facet(page, '2 not known')).toBeVisible()
    await expect(page.getByText('The service answered 500').first()).toBeVisible()
  })
})

test.describe('a worklist of yesterday', () => {
  test.use({ serviceOptions: { data: changing } })

  test('comes back after a restart and, the next day, tells what changed', async ({
    host,
    service,
    folder,
    dataDir,
    sharedBrowser,
  }) => {
    test.skip(host !== 'shell', 'only the shell takes a clock')
    let laterMs = 0
    const system = createSystemClock()
    const clock = { ...system, now: () => new Date(system.now().getTime() + laterMs) }
    const parts = { dataDir, savedDir: folder, demo: { baseUrl: service.url, ...demoUser }, ports: { clock } }
    const looks = { viewport: { width: 1440, height: 900 }, colorScheme: 'light' } as const
    const first = await openInShell(await sharedBrowser(), parts, looks)
    await signIn(first.page)
    await openWorklist(first.page)
    await lookUp(first.page, 'SHP-0100\nSHP-0003\nNEW-1')
    await checked(first.page)
    await tick(line(first.page, 'SHP-0100')).click()
    // A tick opens the set beside the list, and meanwhile the button moves away from under the pointer.
    await expect(first.page.getByRole('region', { name: /^Preview of/ })).toBeVisible()
    await save(first.page).click()
    const dialog = first.page.getByRole('dialog', { name: 'Save documents' })
    await dialog.getByRole('button', { name: 'Choose a folder…' }).click()
    await dialog.getByRole('button', { name: /^Save \d+ documents?$/ }).click()
    await reaches(first.page, 'Done')
    await first.close()

    const moved = the(changing.sets.find(({ row }) => row.shipmentRef === 'SHP-0100'))
    const added = the(changing.sets.find(({ row }) => row.shipmentRef === 'SHP-0050'))
    Object.assign(moved.row, { status: moved.row.status === 'DRAFTED' ? 'ISSUED' : 'DRAFTED' })
    Object.assign(added.row, { shipmentRef: 'NEW-1' })
    laterMs = DAY_MS
    const second = await openInShell(await sharedBrowser(), parts, looks)
    await signIn(second.page)
    await openWorklist(second.page)
    await expect(facet(second.page, /2 changed since/)).toBeVisible()
    await facet(second.page, /2 changed since/).click()
    await expect.poll(() => references(second.page)).toEqual(['SHP-0100', 'NEW-1'])
    await expect(cell(line(second.page, 'SHP-0100'), 'changes')).toContainText('→')
    await expect(cell(line(second.page, 'NEW-1'), 'changes')).toHaveText('newly found')
    await expect(cell(line(second.page, 'SHP-0100'), 'saved')).toHaveText('Changed since saved')
    await facet(second.page, '1 changed since saved').click()
    await facet(second.page, /2 changed since/).click()
    await expect.poll(() => references(second.page)).toEqual(['SHP-0100'])
    await second.close()
  })
})

/** Says in words why, and runs nothing of them. */
async function refuseFiles({ page, desk, folder }: Place): Promise<void> {
  const macro = makeWorkbook({ sheets: { One: [['SHP-0100']] }, parts: { 'xl/vbaProject.bin': Buffer.from('x') } })
  await drop(page, 'list.xlsm', macro)
  await expect(page.getByRole('alert')).toContainText('list.xlsm holds a macro. Nothing of it was run.')
  const locked = join(folder, 'locked.xlsx')
  await writeFile(
    locked,
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
  )
  await desk.answerDialogs(locked)
  await page.getByRole('button', { name: 'Open a list from a file…' }).click()
  await expect(page.getByRole('alert')).toContainText('locked.xlsx is protected by a password.')
  await expect(pasteTarget(page)).toBeVisible()
}

/** A file from the desktop cannot be dragged by a test: the page is given what the browser would give it. */
async function drop(page: Page, name: string, bytes: Buffer): Promise<void> {
  const made = `(() => {
    const bytes = Uint8Array.from(atob(${JSON.stringify(bytes.toString('base64'))}), (letter) => letter.charCodeAt(0))
    const dropped = new DataTransfer()
    dropped.items.add(new File([bytes], ${JSON.stringify(name)}))
    return dropped
  })()`
  const dataTransfer = await page.evaluateHandle(made)
  await pasteTarget(page).dispatchEvent('drop', { dataTransfer })
}

/** A spreadsheet adds a picture of the cells, which the browser lists as a file. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

async function copyCells(page: Page, { text, html }: CopiedCells): Promise<void> {
  await page.evaluate(`(async () => {
    const picture = Uint8Array.from(atob(${JSON.stringify(PICTURE)}), (letter) => letter.charCodeAt(0))
    const flavour = (type, content) => [type, new Blob([content], { type })]
    const flavours = [flavour('text/plain', ${JSON.stringify(text)}), flavour('text/html', ${JSON.stringify(html)}), flavour('image/png', picture)]
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(flavours))])
  })()`)
}

/** What a drag out of a spreadsheet carries. */
async function transferOf(page: Page, { text, html }: CopiedCells): Promise<JSHandle> {
  return await page.evaluateHandle(`(() => {
    const dragged = new DataTransfer()
    dragged.items.add(new File([new Uint8Array(9)], 'image.png', { type: 'image/png' }))
    dragged.setData('text/plain', ${JSON.stringify(text)})
    dragged.setData('text/html', ${JSON.stringify(html)})
    return dragged
  })()`)
}

/** Returns what the file holds. */
async function exportAsExcel({ page, desk, folder }: Place, what: string): Promise<readonly string[][]> {
  const file = join(folder, 'out.xlsx')
  await desk.answerDialogs(file)
  await page.getByRole('button', { name: 'Export…' }).click()
  await page.getByRole('menuitem', { name: 'Export as Excel…' }).click()
  await expect(page.getByText(`${what} exported: out.xlsx in ${folder}`)).toBeVisible()
  return readTable(await readFile(file), 'out.xlsx').rows
}

async function editInTwoWindows(page: Page): Promise<void> {
  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.getByRole('navigation').getByRole('button', { name: 'Worklist' }).click()
  await expect(shownList(other, 'Worklist: SHP-0100 and 1 more')).toBeVisible()
  await shownList(page, /^Worklist: /).click()
  await page.getByRole('menuitem', { name: 'Rename…' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Mine')
  await page.getByRole('button', { name: 'Rename worklist' }).click()
  await expect(shownList(other, 'Worklist: Mine')).toBeVisible()
  await tick(line(other, 'SHP-0100')).click()
  await shownList(other, 'Worklist: Mine').click()
  await other.getByRole('menuitem', { name: 'Remove the ticked lines' }).click()
  await expect(line(page, 'SHP-0100')).toBeHidden()
  await expect(line(page, 'SHP-0003')).toBeVisible()
  await other.close()
}

/** Refused ones stay in the field that they were pasted into, with the reason beside it. */
async function addLines(page: Page): Promise<void> {
  await runCommand(page, 'add lines')
  const dialog = page.getByRole('dialog', { name: 'Add lines' })
  const field = dialog.getByRole('textbox', { name: 'Shipment references' })
  const add = dialog.getByRole('button', { name: 'Add lines' })
  await field.fill('SHP-0100\n"SHP-0007')
  await add.click()
  await expect(dialog.getByRole('alert')).toContainText('a quotation mark is not closed')
  await expect(field).toHaveValue('SHP-0100\n"SHP-0007')
  await field.fill('SHP-0100')
  await add.click()
  await expect(dialog).toBeHidden()
  await expect(line(page, 'SHP-0100')).toBeVisible()
}

/** Adds them once, however often the button is pressed meanwhile, and keeps the text where that failed. */
async function addLinesByTwoPresses(page: Page): Promise<void> {
  await runCommand(page, 'add lines')
  const dialog = page.getByRole('dialog', { name: 'Add lines' })
  const field = dialog.getByRole('textbox', { name: 'Shipment references' })
  await field.fill('SHP-0007')
  const failing = await failOnce(dialog, 'worklists.edit', 'The disk is full.')
  await dialog.getByRole('button', { name: 'Add lines' }).click()
  await expect(dialog.getByRole('button', { name: 'Adding lines…', disabled: true })).toBeFocused()
  failing.letGo()
  await expect(dialog.getByRole('alert')).toContainText('The disk is full.')
  await expect(field).toHaveValue('SHP-0007')
  expect(await callsOfTwoPresses(dialog, 'Add lines', 'worklists.edit')).toBe(1)
  await expect(line(page, 'SHP-0007')).toHaveCount(1)
}

/** With one click: then it shows what is on this disk. */
async function saveList(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Save all/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Save documents' })
  await dialog.getByRole('button', { name: 'Choose a folder…' }).click()
  await dialog.getByRole('button', { name: `Save ${documentsOf('SHP-0100', 'SHP-0007')} documents` }).click()
  await reaches(page, 'Done')
  await expect(
    shownJob(page).getByRole('heading', { name: 'Worklist “SHP-0100 and 1 more”, 2 references' }),
  ).toBeVisible()
  await page.keyboard.press('Control+3')
  await expect(cell(line(page, 'SHP-0100'), 'saved')).toHaveText('Yes')
  await expect(cell(line(page, 'SHP-0007'), 'saved')).toHaveText('Yes')
  await expect(facet(page, /not on this disk/)).toBeHidden()
}

async function useLineMenu({ page, desk }: Pick<Place, 'page' | 'desk'>): Promise<void> {
  const menu = page.getByRole('menu', { name: 'Line' })
  const entry = (name: string): Locator => menu.getByRole('menuitem', { name })
  await line(page, 'SHP-0100').click({ button: 'right' })
  await expect(entry('Follow this customer')).toBeEnabled()
  await expect(entry('Open folder of the saved files')).toBeEnabled()
  await entry('Copy paths of the saved files').click()
  await expect(page.getByText(`${documentsOf('SHP-0100')} paths copied`)).toBeVisible()
  expect((await desk.readClipboard()).split(/\r?\n/)).toHaveLength(documentsOf('SHP-0100'))

  await line(page, 'SHP-0007').click({ button: 'right' })
  await expect(entry('Print all documents of this set…')).toBeEnabled()
  await expect(entry('Read on the whole window')).toBeHidden()
  await entry('Show or hide the sets of this line').click()
  await line(page, the(setsOf('SHP-0007')[0]).row.parcelRef ?? '').click({ button: 'right' })
  await entry('Read on the whole window').click()
  await expect(page.getByRole('button', { name: 'Back to the list' })).toBeVisible()
}
