import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright/test'
import { demoData } from '../exchange-service/demo-data.ts'
import { expect, signIn, test } from './desk-test.ts'
import { reaches } from './save-journey.ts'

const data = demoData()
const pasteTarget = (page: Page): Locator => page.getByRole('textbox', { name: 'Shipment references' })
const grid = (page: Page): Locator => page.getByRole('grid', { name: 'Worklist' })
const line = (page: Page, reference: string): Locator => grid(page).getByRole('row').filter({ hasText: reference })
const foot = (page: Page): Locator => page.getByRole('status', { name: 'Lines' })
const references = async (page: Page): Promise<string[]> => {
  const cells = await grid(page).getByRole('row').getByRole('gridcell').and(page.locator('[aria-colindex="2"]')).all()
  return await Promise.all(cells.map(async (cell) => await cell.innerText()))
}
/** Sets that a search finds by default: in the inbox, and in this instance. */
const setsOf = (reference: string): (typeof data.sets)[number][] =>
  data.sets.filter(
    ({ row, folder, instance }) => row.shipmentRef === reference && folder === 'inbox' && instance === 'DocEx',
  )
const documentsOf = (...wanted: string[]): number =>
  wanted.flatMap(setsOf).reduce((sum, { row }) => sum + row.documents.length, 0)

async function openWorklist(page: Page): Promise<void> {
  await signIn(page)
  await page.keyboard.press('Control+3')
}

async function lookUp(page: Page, text: string): Promise<void> {
  await pasteTarget(page).fill(text)
  await page.getByRole('button', { name: 'Look them up' }).click()
}

test.use({ serviceOptions: { data } })

test.describe('a worklist', () => {
  test('says what exists for every reference of a pasted column, in order', async ({ page, desk }) => {
    await openWorklist(page)
    await desk.writeClipboard('Shipment\tVessel\r\nSHP-0100\tMV A\r\nNOPE-1\t\r\nSHP-0003\tMV B\r\nSHP-0007\t\r\n')
    await pasteTarget(page).click()
    await page.keyboard.press('ControlOrMeta+v')
    await page.getByRole('button', { name: 'Look them up' }).click()
    await expect(foot(page)).toHaveText('4 references: 1 found, 2 several, 1 missing')
    expect(await references(page)).toEqual(['SHP-0100', 'NOPE-1', 'SHP-0003', 'SHP-0007'])

    const several = line(page, 'SHP-0003')
    await expect(several).toContainText('Several')
    await expect(several).toContainText('7 of 7')
    await expect(several.getByText('Issued')).toBeVisible()
    await expect(several.getByText('Signed')).toBeVisible()
    await expect(several.locator('[aria-colindex="7"]')).toHaveText(String(documentsOf('SHP-0003')))
    await expect(several.locator('[aria-colindex="8"]')).toHaveText('No')
    await expect(line(page, 'NOPE-1')).toContainText('Missing')
  })

  test('imports a dropped file, and replaces the old list, which can be restored', async ({ page, desk }) => {
    await openWorklist(page)
    await drop(page, 'SHP-0100;x\nSHP-0003;y\n')
    await expect(foot(page)).toHaveText(/^2 references: 1 found, 1 several/)
    await line(page, 'SHP-0100').getByRole('gridcell').nth(1).click()
    await desk.writeClipboard('SHP-0007')
    await page.keyboard.press('ControlOrMeta+v')
    await expect(foot(page)).toHaveText(/^1 reference: 1 several/)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(foot(page)).toHaveText(/^2 references/)

    await desk.writeClipboard('  \n')
    await line(page, 'SHP-0100').getByRole('gridcell').nth(1).click()
    await page.keyboard.press('ControlOrMeta+v')
    await expect(page.getByRole('alert')).toContainText('What was pasted holds no references.')
    await expect(foot(page)).toHaveText(/^2 references/)

    await page.getByRole('button', { name: 'New list' }).click()
    await expect(pasteTarget(page)).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await expect(foot(page)).toHaveText(/^2 references/)
  })

  test('is exported in spreadsheet order, however the screen is sorted', async ({ page, desk, folder }) => {
    await openWorklist(page)
    await lookUp(page, 'SHP-0100\nNOPE-1\nSHP-0003')
    await expect(foot(page)).toHaveText(/^3 references: 1 found, 1 several, 1 missing$/)
    await grid(page).getByRole('columnheader', { name: 'Reference' }).click()
    expect(await references(page)).toEqual(['NOPE-1', 'SHP-0003', 'SHP-0100'])
    const file = join(folder, 'list.csv')
    await desk.answerDialogs(file)
    await page.getByRole('button', { name: 'Export as CSV…' }).click()
    await expect(page.getByText(`3 lines exported: list.csv in ${folder}`)).toBeVisible()
    const csv = await readFile(file, 'utf8')
    const [head, ...lines] = csv.replace('\uFEFF', '').trimEnd().split('\r\n')
    expect(head).toMatch(/^Reference,Found,Sets,State,Signed,Documents,On this disk,Customer$/)
    expect(lines.map((one) => one.split(',').slice(0, 3).join(','))).toEqual([
      'SHP-0100,Found,1',
      'NOPE-1,Missing,0',
      'SHP-0003,Several,3',
    ])
  })

  test('accepts a paste wherever the focus is, and is exported line by line as pasted', async ({
    page,
    desk,
    folder,
  }) => {
    await openWorklist(page)
    await desk.writeClipboard('Shipment\r\nSHP-0100\r\n\r\nSHP-0003\r\nSHP-0100\r\nNOPE-1\r\n')
    await page.keyboard.press('ControlOrMeta+v')
    await expect(foot(page)).toHaveText(
      '3 references: 1 found, 1 several, 1 missing · 5 lines pasted, 1 repeated, 1 blank',
    )
    const file = join(folder, 'list.csv')
    await desk.answerDialogs(file)
    await page.getByRole('button', { name: 'Export as CSV…' }).click()
    await expect(page.getByText('5 lines exported')).toBeVisible()
    const [, ...lines] = (await readFile(file, 'utf8')).trimEnd().split('\r\n')
    expect(lines.map((one) => one.split(',').slice(0, 2).join(','))).toEqual([
      'SHP-0100,Found',
      ',',
      'SHP-0003,Several',
      'SHP-0100,Found',
      'NOPE-1,Missing',
    ])
  })

  test('is looked up, and looked up again, with the search keys', async ({ page, service }) => {
    await openWorklist(page)
    await pasteTarget(page).fill('SHP-0100')
    await page.keyboard.press('Control+Enter')
    await expect(foot(page)).toHaveText('1 reference: 1 found')
    const before = service.counts.search
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => service.counts.search).toBeGreaterThan(before)
    await expect(foot(page)).toHaveText('1 reference: 1 found')
  })

  test('never looks up all customers because a name was left unfinished', async ({ page, service }) => {
    await openWorklist(page)
    await pasteTarget(page).fill('SHP-0100')
    await page.getByRole('combobox', { name: 'Customers' }).pressSequentially('meridian')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('No customer chosen for “meridian”')).toBeVisible()
    expect(service.counts.search).toBe(0)
  })

  test('saves only the ticked lines', async ({ page }) => {
    await openWorklist(page)
    await lookUp(page, 'SHP-0100\nNOPE-1\nSHP-0003\nSHP-0007')
    await expect(foot(page)).toHaveText('4 references: 1 found, 2 several, 1 missing')
    const save = page.getByRole('button', { name: /^Save .*…/ })
    const tick = (reference: string): Locator => line(page, reference).getByRole('gridcell', { name: 'Select' })
    await tick('NOPE-1').click()
    await expect(save).toHaveText(/^Save 0 selected sets…/)
    await expect(save).toBeDisabled()
    await page.keyboard.press('Control+s')
    await expect(page.getByRole('dialog')).toBeHidden()

    await tick('SHP-0003').click()
    await expect(foot(page)).toContainText('· 2 selected')
    await expect(save).toHaveText(/^Save 3 selected sets…/)
    await page.keyboard.press('Control+s')
    const dialog = page.getByRole('dialog', { name: 'Save documents' })
    await dialog.getByRole('button', { name: 'Choose a folder…' }).click()
    await dialog.getByRole('button', { name: `Save ${documentsOf('SHP-0003')} documents` }).click()
    await reaches(page, 'Done')
    await page.keyboard.press('Control+3')
    await expect(line(page, 'SHP-0003').locator('[aria-colindex="8"]')).toHaveText('Yes')
    await expect(line(page, 'SHP-0007').locator('[aria-colindex="8"]')).toHaveText('No')
  })

  test('shows every set of a reference with several, and the chosen one', async ({ page }) => {
    await openWorklist(page)
    await lookUp(page, 'SHP-0100\nSHP-0007')
    await expect(foot(page)).toHaveText(/^2 references: 1 found, 1 several$/)
    await line(page, 'SHP-0007').getByRole('gridcell').nth(1).click()
    const sets = setsOf('SHP-0007')
    const pane = page.getByRole('region', { name: 'Set and preview' })
    const list = pane.getByRole('region', { name: `${sets.length} sets of SHP-0007` })
    await expect(list.getByRole('button')).toHaveCount(sets.length)
    const last = sets.at(-1)?.row.parcelRef ?? ''
    await list.getByRole('button', { name: last }).click()
    await expect(list.getByRole('button', { name: last })).toHaveAttribute('aria-pressed', 'true')
    await expect(pane.getByRole('heading', { name: `${last} SHP-0007` })).toBeVisible()

    await line(page, 'SHP-0100').getByRole('gridcell').nth(1).click()
    await expect(list).toBeHidden()
    await expect(pane.getByRole('heading').first()).toContainText('SHP-0100')
  })

  test('is saved with one click, and then shows what is on this disk', async ({ page }) => {
    await openWorklist(page)
    await lookUp(page, 'SHP-0100\nSHP-0007')
    await expect(foot(page)).toHaveText(/^2 references: 1 found, 1 several$/)
    await page.getByRole('button', { name: 'Save all…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save documents' })
    await dialog.getByRole('button', { name: 'Choose a folder…' }).click()
    await dialog.getByRole('button', { name: `Save ${documentsOf('SHP-0100', 'SHP-0007')} documents` }).click()
    await reaches(page, 'Done')
    await page.keyboard.press('Control+3')
    await expect(line(page, 'SHP-0100').locator('[aria-colindex="8"]')).toHaveText('Yes')
    await expect(line(page, 'SHP-0007').locator('[aria-colindex="8"]')).toHaveText('Yes')
  })

  test('shows the set of a line, is looked up again, and survives a reload', async ({ page, service }) => {
    await openWorklist(page)
    await page.getByRole('combobox', { name: 'Customers' }).fill('aurora')
    await page.getByRole('option', { name: /Aurora Grain/ }).click()
    await page.keyboard.press('Escape')
    await lookUp(page, 'SHP-0007\nSHP-0100')
    await expect(foot(page)).toHaveText(/^2 references/)
    await line(page, 'SHP-0100').getByRole('gridcell').nth(1).click()
    const pane = page.getByRole('region', { name: 'Set and preview' })
    await expect(pane.getByRole('heading').first()).toContainText('SHP-0100')

    await page.reload()
    await expect(page.getByRole('main', { name: 'Worklist' })).toBeVisible()
    await expect(foot(page)).toHaveText(/^2 references: 1 found, 1 several$/)
    const before = service.counts.search
    await page.keyboard.press('F5')
    await expect(foot(page)).toHaveText(/^2 references: 1 found, 1 several$/)
    await expect.poll(() => service.counts.search).toBeGreaterThan(before)
    const aurora = service.data.counterparties.filter(({ customerName }) => customerName === 'Aurora Grain AG')
    const asked = service.requests.findLast(({ endpoint }) => endpoint === 'search')?.body
    expect(asked).toMatchObject({ customerIds: aurora.map(({ customerId }) => customerId) })
  })

  test('never calls a reference missing if the service did not answer', async ({ page, service }) => {
    service.faults.add({ match: 'search', kind: '500' })
    await openWorklist(page)
    await lookUp(page, 'SHP-0100\nSHP-0003')
    await expect(foot(page)).toHaveText('2 references: 2 not known')
    await expect(page.getByText('The service answered 500').first()).toBeVisible()
  })
})

/** A file from the desktop cannot be dragged by a test: the page is given what the browser would give it. */
async function drop(page: Page, text: string): Promise<void> {
  const made = `(() => {
    const dropped = new DataTransfer()
    dropped.items.add(new File([${JSON.stringify(text)}], 'list.csv'))
    return dropped
  })()`
  const dataTransfer = await page.evaluateHandle(made)
  await pasteTarget(page).dispatchEvent('drop', { dataTransfer })
}
