import type { Locator, Page } from 'playwright/test'
import { expect, test } from './desk-test.ts'
import { count, grid, rows, title, titles } from './results-grid.ts'
import { findCustomers, findShipments, reaches, startSave } from './save-journey.ts'

/** Grouped rows make a tree. */
const tree = (page: Page): Locator => page.getByRole('treegrid', { name: 'Parcel sets' })
const headings = (page: Page): Locator => tree(page).getByRole('row', { level: 1 })
const total = async (page: Page): Promise<number> => Number((await count(page).innerText()).split(' ')[0])

test.describe('the grid of sets', () => {
  test('is narrowed, grouped, ticked and walked through by keys alone', async ({ page }) => {
    await findCustomers(page, "Côte d'Azur Négoce SARL")
    const all = await total(page)
    // One customer: the column would say the same in every row.
    await expect.poll(() => titles(page)).not.toContain('Customer')

    await page.keyboard.press('Control+ArrowDown')
    await expect(rows(page).first().locator(':focus')).toBeAttached()
    const current = grid(page).locator('[data-current]')
    const third = (await rows(page).nth(2).getByRole('rowheader').first().innerText()).trim()
    // A letter that a busy computer brings too late begins a new word, or is a key of its own: 3 alone is the third place.
    await expect(async () => {
      await page.keyboard.press('Control+2')
      await page.keyboard.press('Control+ArrowDown')
      await expect(grid(page).locator(':focus')).toBeAttached()
      // As it is written, with Shift: P alone is the previous document.
      await page.keyboard.press('Shift+P')
      await page.keyboard.type(third.slice(1))
      await expect(current).toContainText(third, { timeout: 1_000 })
    }).toPass()

    await page.keyboard.press('Control+f')
    const filter = page.getByRole('searchbox', { name: 'Filter these results' })
    await expect(filter).toBeFocused()
    await page.keyboard.type(third)
    await expect(count(page)).toContainText('· 1 shown')
    await page.keyboard.press('Escape')
    await expect(count(page)).not.toContainText('shown')

    // The title’s menu narrows and groups.
    await page.keyboard.press('Control+ArrowDown')
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('ArrowUp')
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight')
    await expect(title(page, 'State')).toBeFocused()
    await page.keyboard.press('Alt+ArrowDown')
    await page.getByRole('menuitem', { name: 'Filter…' }).press('Enter')
    const panel = page.getByRole('dialog', { name: 'Filter by state' })
    await expect(panel.getByRole('option').first()).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect(count(page)).toContainText('shown')
    // Where the menu was opened, the keyboard is again.
    await expect(title(page, 'State filtered')).toBeFocused()

    await page.keyboard.press('Alt+ArrowDown')
    await page.getByRole('menuitem', { name: 'Group by state' }).press('Enter')
    await expect(headings(page)).toHaveCount(1)
    await page.keyboard.press('Control+Home')
    await expect(headings(page).first().locator(':focus')).toBeAttached()
    await page.keyboard.press('ArrowLeft')
    await expect(headings(page).first()).toHaveAttribute('aria-expanded', 'false')
    await expect(tree(page).getByRole('row', { level: 2 })).toHaveCount(0)
    await page.keyboard.press(' ')
    await expect(count(page)).toHaveText(/ · (\d+) shown · \1 ticked · \d+ documents/)
    expect(all).toBeGreaterThan(1)
    await page.keyboard.press('ArrowRight')
    await expect(tree(page).getByRole('row', { level: 2 }).first()).toBeVisible()
  })

  test('has its rows in their order in the document once scrolling has ended, as screen readers read them', async ({
    page,
  }) => {
    await findCustomers(page, "Côte d'Azur Négoce SARL")
    const drawn = async (): Promise<number[]> => {
      const body = await grid(page).locator('tbody').innerHTML()
      return [...body.matchAll(/aria-rowindex="(\d+)"/g)].map(([, index]) => Number(index))
    }
    await rows(page).first().hover()
    await page.mouse.wheel(0, 600)
    await expect.poll(drawn).not.toContain(2)
    await expect
      .poll(async () => {
        const indexes = await drawn()
        return indexes.every((index, at) => at === 0 || index > (indexes[at - 1] ?? 0))
      })
      .toBe(true)
  })

  test('is narrowed, grouped and ticked by the mouse alone, and narrowed to what is not on this disk @soak', async ({
    page,
    desk,
    folder,
  }) => {
    await findShipments(page, 'SHP-0100', 'SHP-0003')
    // In the order in which they were asked for.
    const shipments = async (): Promise<string[]> =>
      await rows(page).locator('[data-column="shipmentRef"]').allInnerTexts()
    await expect.poll(shipments).toEqual(['SHP-0100', 'SHP-0003', 'SHP-0003', 'SHP-0003'])

    await page.getByRole('button', { name: 'Group', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Group by shipment' }).click()
    await expect(headings(page)).toHaveText([/SHP-0100\s*1 row/, /SHP-0003\s*3 rows/])
    await headings(page).nth(1).getByText('SHP-0003').click()
    await expect(headings(page).nth(1)).toHaveAttribute('aria-expanded', 'false')
    await headings(page).nth(1).getByRole('gridcell', { name: 'Tick the group' }).click()
    await expect(page.getByRole('button', { name: 'Save 3 ticked sets…' })).toBeVisible()
    await page.reload()
    await expect(headings(page)).toHaveCount(2)
    await page.getByRole('button', { name: 'Group', exact: true }).click()
    await page.getByRole('menuitem', { name: 'No groups' }).click()

    await title(page, 'Parcel').click()
    await title(page, 'Parcel').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Original order' }).click()
    await expect.poll(shipments).toEqual(['SHP-0100', 'SHP-0003', 'SHP-0003', 'SHP-0003'])

    await page.getByRole('button', { name: 'Clear the search' }).click()
    await desk.answerDialogs(folder)
    await findShipments(page, 'SHP-0003')
    await startSave(page)
    await reaches(page, /^Done/)
    await page.keyboard.press('Control+2')
    await findShipments(page, 'SHP-0100', 'SHP-0003')
    const docs = rows(page).locator('[data-column="documents"]')
    await expect(docs.first()).toHaveText(/^(\d)\1$/)
    await expect(docs.last()).toHaveText(/^\d$/)
    await title(page, 'Docs').locator('[data-funnel]').click()
    await expect(page.getByRole('option')).toHaveText([/^Saved\s*3$/, /^Not saved\s*1$/])
    await page.getByRole('option', { name: /^Not saved/ }).click()
    await page.keyboard.press('Escape')
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText('SHP-0100')
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect(rows(page)).toHaveCount(4)
  })
})
