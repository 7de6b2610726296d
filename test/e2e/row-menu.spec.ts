import { basename, dirname } from 'node:path'
import { type Desk, expect, test } from './desk-test.ts'
import { count, rows } from './results-grid.ts'
import { findShipments, reaches, startSave } from './save-journey.ts'

test.describe('the menu of a row', () => {
  test('opens by its keys and at the pointer, for the ticked rows if the row is one of them, and returns the focus @soak', async ({
    page,
    desk,
  }) => {
    await findShipments(page, 'SHP-0003', 'SHP-0100')
    await expect(rows(page).nth(1)).toBeVisible()
    await page.keyboard.press('Control+ArrowDown')
    await expect(rows(page).first().locator(':focus')).toBeVisible()
    await page.keyboard.press('ArrowDown')
    const cell = rows(page).nth(1).getByRole('rowheader').first()
    await expect(cell).toBeFocused()
    const menu = page.getByRole('menu', { name: 'Parcel set' })
    const firstItem = menu.getByRole('menuitem', { name: 'Save this set…' })
    // Once nothing moves from under the pointer any more: the tooltip of what it rests on must not take the menu’s key.
    await expect(page.locator('.textLayer').first()).not.toBeEmpty()
    await page.mouse.move(0, 0)
    await page.getByRole('button', { name: 'Columns' }).hover()
    await expect(page.getByRole('tooltip')).toBeVisible()
    await page.keyboard.press('Shift+F10')
    await expect(firstItem).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(cell).toBeFocused()

    await page.keyboard.press('ContextMenu')
    await expect(firstItem).toBeFocused()
    await expect(menu.getByRole('menuitem', { name: 'Copy paths of the saved files' })).toBeDisabled()
    const parcel = await cell.innerText()
    // Letters go to an entry.
    await page.keyboard.type('copy parcel')
    await expect(menu.getByRole('menuitem', { name: 'Copy parcel reference' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('1 parcel reference copied')).toBeVisible()
    expect(await desk.readClipboard()).toBe(parcel)
    await expect(cell).toBeFocused()

    // The menu was about its row, and ticked nothing.
    await expect(count(page)).not.toContainText('ticked')
    await openAtPointer({ page, desk })
  })
})

async function openAtPointer({ page, desk }: Pick<Desk, 'page' | 'desk'>): Promise<void> {
  await startSave(page, '{shipmentRef}/{documentId}')
  await reaches(page, 'Done')
  await page.keyboard.press('Control+2')
  await rows(page).nth(0).getByRole('gridcell', { name: 'Tick' }).click()
  await rows(page).nth(3).getByRole('gridcell', { name: 'Tick' }).click()
  await rows(page).nth(3).click({ button: 'right' })
  const menu = page.getByRole('menu', { name: 'Parcel set' })
  await menu.getByRole('menuitem', { name: 'Copy shipment references' }).click()
  await expect(page.getByText('2 shipment references copied')).toBeVisible()
  expect((await desk.readClipboard()).split(/\r?\n/)).toEqual(['SHP-0003', 'SHP-0100'])

  await rows(page).nth(3).click({ button: 'right' })
  const folder = menu.getByRole('menuitem', { name: 'Open folder of the saved files' })
  await expect(folder).toBeDisabled()
  await menu.getByRole('menuitem', { name: 'Copy paths of the saved files' }).click()
  await expect(page.getByText(/^\d+ paths copied$/)).toBeVisible()
  const paths = (await desk.readClipboard()).split(/\r?\n/)
  await expect(page.getByText(`${paths.length} paths copied`)).toBeVisible()
  expect(new Set(paths).size).toBe(paths.length)
  const folders = new Set(paths.map((path) => basename(dirname(path))))
  expect([...folders]).toEqual([expect.stringContaining('SHP-0003'), expect.stringContaining('SHP-0100')])

  await rows(page).nth(3).getByRole('gridcell', { name: 'Tick' }).click()
  await rows(page).nth(1).getByRole('gridcell', { name: 'Tick' }).click()
  await rows(page).nth(1).click({ button: 'right' })
  await folder.click()
  await expect
    .poll(() => desk.askedOfSystem())
    .toEqual([{ what: 'show', paths: [expect.stringContaining('SHP-0003')] }])

  // On a row without a tick it is about that row, and the ticks stay.
  await rows(page).nth(2).click({ button: 'right' })
  await expect(menu.getByRole('menuitem', { name: 'Save this set…' })).toBeVisible()
  await expect(count(page)).toContainText('· 2 ticked')
  await menu.getByRole('menuitem', { name: 'Save this set…' }).click()
  await expect(page.getByRole('dialog', { name: /^Save/ })).toContainText('1 parcel set')
}
