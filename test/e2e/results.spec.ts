import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright/test'
import { expect, test } from './desk-test.ts'
import { column, count, grid, rows, title, titles } from './results-grid.ts'
import { findCustomers, findShipments } from './save-journey.ts'

test.describe('the results', () => {
  test('are filtered by words and facets, selected, and keep selection, pane, row and position when sorted and narrowed', async ({
    page,
  }) => {
    await findCustomers(page, "Côte d'Azur Négoce SARL")
    // The count is known before the rows are read.
    await expect(rows(page)).not.toHaveCount(0)
    const all = await rows(page).count()
    await page.getByRole('searchbox', { name: 'Filter these results' }).fill('gdansk')
    await expect(count(page)).toHaveText(/\d+ of \d+ · \d+ shown/)
    for (const route of await column(page, 'Route')) expect(route).toMatch(/^Gdańsk → /)
    // In the column that is named, and marked where it matched.
    await page.getByRole('searchbox', { name: 'Filter these results' }).fill('state:sign')
    await expect.poll(async () => (await column(page, 'State')).every((state) => /sign/i.test(state))).toBe(true)
    expect(await page.evaluate(`[...CSS.highlights.get('filter-match')].map(String)`)).toContain('Sign')
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'View' }).click()
    await expect(page.getByRole('menuitem')).toHaveText([
      /^Everything: \d+$/,
      /^Not saved yet, or changed since: \d+$/,
      /^Changed since yesterday: \d+$/,
      /^Not fully signed: \d+$/,
    ])
    const partly = page.getByRole('menuitem', { name: /^Not fully signed: / })
    const unsigned = Number(/\d+/.exec(await partly.innerText())?.[0])
    await partly.click()
    await expect(count(page)).toContainText(`· ${unsigned} shown`)
    await page.getByRole('button', { name: 'Show all' }).click()

    await title(page, 'State').locator('[data-funnel]').click()
    const signed = page.getByRole('option', { name: /^Signed/ })
    const shown = Number(/\d+/.exec(await signed.innerText())?.[0])
    await signed.click()
    await page.keyboard.press('Escape')
    await expect(count(page)).toContainText(`· ${shown} shown`)
    expect(shown).toBeLessThan(all)
    await expect(page.getByRole('button', { name: `Save ${shown} shown sets…` })).toBeVisible()
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect(count(page)).not.toContainText('shown')

    const cell = (row: number): Locator => rows(page).nth(row).getByRole('rowheader').first()
    await cell(0).click()
    await cell(3).click({ modifiers: ['Shift'] })
    await expect(count(page)).toContainText('4 ticked')
    await cell(1).click({ modifiers: ['ControlOrMeta'] })
    await expect(count(page)).toContainText('3 ticked')
    await expect(page.getByRole('button', { name: 'Save 3 ticked sets…' })).toBeVisible()
    await page.keyboard.press('ControlOrMeta+a')
    await expect(count(page)).toHaveText(/^(\d+) of \1 · \1 ticked · /)
    // Reading another row costs no tick.
    await cell(2).click()
    await expect(count(page)).toHaveText(/^(\d+) of \1 · \1 ticked · /)

    const chosen = rows(page).nth(1)
    await chosen.getByRole('rowheader').first().click()
    const parcel = await chosen.getByRole('rowheader').first().innerText()
    const heading = page.getByRole('region', { name: 'Set and preview' }).getByRole('heading').first()
    await expect(heading).toContainText(parcel)
    await title(page, 'Vessel').click()
    await expect(title(page, 'Vessel')).toHaveAttribute('aria-sort', 'ascending')
    await expect(heading).toContainText(parcel)
    await expect(grid(page).locator('[data-current]')).toContainText(parcel)

    const top = async (): Promise<number | undefined> => (await grid(page).boundingBox())?.y
    const before = await top()
    await page.getByRole('searchbox', { name: 'Filter these results' }).fill(parcel)
    await expect(page.getByRole('button', { name: 'Show all' })).toBeEnabled()
    expect(await top()).toBe(before)
  })

  test('keep tick and parcel in view when the other columns scroll sideways, and are exported as tab-separated text and as CSV', async ({
    page,
    desk,
    folder,
  }) => {
    await findShipments(page, 'SHP-0003')
    const parcel = rows(page).first().getByRole('rowheader').first()
    const before = await parcel.boundingBox()
    await page.keyboard.press('Control+ArrowDown')
    // The pane takes its room first.
    await expect(page.getByRole('region', { name: 'Set and preview' })).toBeVisible()
    await page.keyboard.press('End')
    const last = rows(page).first().getByRole('gridcell').last()
    await expect(last).toBeFocused()
    await expect(last).toBeInViewport()
    await expect(parcel).toHaveText('PR-2026-00003')
    expect(await parcel.boundingBox()).toEqual(before)
    expect((await title(page, 'Parcel').boundingBox())?.x).toBe(before?.x)
    await expect(rows(page).first().getByRole('gridcell', { name: 'Tick' })).toBeInViewport()
    // Not covered by the cell that was scrolled under it.
    await parcel.click()
    await expect(rows(page).first()).toHaveAttribute('aria-current', 'true')
    await expect(parcel).toBeFocused()

    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('ControlOrMeta+c')
    await expect(page.getByText('2 rows copied')).toBeVisible()
    const lines = (await desk.readClipboard()).trimEnd().split(/\r?\n/)
    expect(lines).toHaveLength(3)
    expect(lines[0]?.split('\t').slice(0, 3)).toEqual(['Parcel', 'Shipment', 'State'])
    expect(lines[1]?.split('\t').slice(0, 3)).toEqual(['PR-2026-00003', 'SHP-0003', 'Issued'])

    const file = join(folder, 'found.csv')
    await desk.answerDialogs(file)
    await page.getByRole('button', { name: 'Export…' }).click()
    await page.getByRole('menuitem', { name: 'Export as CSV…' }).click()
    await expect(page.getByText(`3 rows exported: found.csv in ${folder}`)).toBeVisible()
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await expect.poll(() => desk.askedOfSystem()).toEqual([{ what: 'open', paths: [file] }])
    const csv = await readFile(file, 'utf8')
    expect(csv.trimEnd().split('\r\n')).toHaveLength(4)
    expect(csv).toContain('PR-2026-00003,SHP-0003,Issued')

    await desk.answerDialogs(undefined)
    await page.getByRole('button', { name: 'Export…' }).click()
    await page.getByRole('menuitem', { name: 'Export as CSV…' }).click()
    await expect(page.getByText('rows exported')).toBeHidden()
  })

  test('are restored after a reload, with the search that found them, and as the user arranged them @app-origin', async ({
    page,
  }) => {
    await findShipments(page, 'SHP-0003')
    await expect(count(page)).toHaveText('3 of 3')
    await page.keyboard.press('Control+4')
    await expect(page.getByRole('main', { name: 'Downloads' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('main', { name: 'Downloads' })).toBeVisible()
    await page.keyboard.press('Control+2')
    await expect(count(page)).toHaveText('3 of 3')
    await expect(rows(page)).toHaveCount(3)
    await expect(page.getByRole('grid', { name: 'Shipments' }).getByRole('row')).toHaveText(['SHP-0003'])

    await findShipments(page, 'SHP-0100')
    await title(page, 'Shipment').click()
    await title(page, 'Shipment').click()
    await expect(title(page, 'Shipment')).toHaveAttribute('aria-sort', 'descending')
    await expect.poll(() => column(page, 'Shipment')).toEqual(['SHP-0100', 'SHP-0003', 'SHP-0003', 'SHP-0003'])

    const before = await widthOf(title(page, 'Parcel'))
    await drag(page, title(page, 'Parcel').locator('[data-handle]'), 60)
    expect(await widthOf(title(page, 'Parcel'))).toBeCloseTo(before + 60, -1)

    await drag(page, title(page, 'State'), -180)
    await expect(grid(page).getByRole('columnheader').nth(2)).toHaveText('State')

    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Signed' }).uncheck({ force: true })
    await page.getByRole('checkbox', { name: 'Country' }).check({ force: true })
    await page.keyboard.press('Escape')
    await expect.poll(() => titles(page)).toContain('Country')
    const arranged = await titles(page)
    expect(arranged).not.toContain('Signed')
    const width = await widthOf(title(page, 'Parcel'))

    await page.reload()
    await expect(count(page)).toHaveText('4 of 4')
    await expect.poll(() => titles(page)).toEqual(arranged)
    await expect.poll(() => widthOf(title(page, 'Parcel'))).toBe(width)
    await expect(title(page, 'Shipment')).toHaveAttribute('aria-sort', 'descending')
  })
})

async function widthOf(found: Locator): Promise<number> {
  return Math.round((await found.boundingBox())?.width ?? 0)
}

async function drag(page: Page, found: Locator, byPx: number): Promise<void> {
  const box = await found.boundingBox()
  if (box === null) throw new Error('nothing to drag')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + byPx / 2, y, { steps: 3 })
  await page.mouse.move(x + byPx, y, { steps: 3 })
  await page.mouse.up()
}
