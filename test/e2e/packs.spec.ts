import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { axeFindings } from './axe.ts'
import { expect, test } from './desk-test.ts'
import { findShipments } from './save-journey.ts'
import { filesIn } from './saved-files.ts'
import { tabTo } from './tab-to.ts'

test.describe('a pack', () => {
  test('is put in order and made by the keyboard alone, after what was not saved is saved', async ({
    page,
    folder,
    desk,
    service,
  }) => {
    await findShipments(page, 'SHP-0003')
    await page.keyboard.press('Control+ArrowDown')
    await page.keyboard.press('Control+Shift+m')
    const dialog = page.getByRole('dialog', { name: 'Make a pack' })
    const list = dialog.getByRole('listbox', { name: 'Documents in their order' })
    const options = list.getByRole('option')
    await expect(options.first()).toContainText('not saved yet')
    const first = (await options.first().locator('bdi').first().innerText()).trim()

    // What was chosen stays in the order in which it is put.
    await tabTo(page, list)
    await page.keyboard.press('Alt+ArrowDown')
    await expect(options.nth(1)).toContainText(first)
    await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
    const order = await options.locator('bdi:first-child').allInnerTexts()

    // Stopped, it says that the save goes on; once that has ended, nothing has to be saved.
    const gate = service.hold('document')
    await tabTo(page, dialog.getByRole('button', { name: 'Save first and make the pack…' }))
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Downloads shows how far that is')).toBeVisible()
    await dialog.getByRole('button', { name: 'Stop' }).press('Enter')
    await expect(dialog).toContainText('The save that it waited for goes on, in Downloads.')
    await expect(options.nth(1)).toContainText(first)
    gate.open()
    await expect(dialog.getByRole('button', { name: 'Make the pack…', exact: true })).toBeVisible()
    await expect(options.nth(1)).toContainText(first)
    await tabTo(page, dialog.getByRole('button', { name: 'Make the pack…' }))
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Pack made')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Open folder' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await desk.askedOfSystem()).at(-1)?.what).toBe('show')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()

    const zip = (await filesIn(folder)).find((name) => name.endsWith('.zip')) ?? ''
    expect((await readFile(join(folder, zip))).subarray(0, 2).toString()).toBe('PK')
    expect(zip).toBe('Pack SHP-0003.zip')
    expect(order.length).toBeGreaterThan(1)

    // The second time nothing has to be saved; an order can be kept and forgotten.
    await page.keyboard.press('Control+Shift+m')
    await expect(dialog.getByRole('button', { name: 'Make the pack…' })).toBeEnabled()
    const last = (await options.last().locator('bdi').first().innerText()).trim()
    await options.last().dragTo(options.first())
    await expect(options.first()).toContainText(last)
    expect(await axeFindings(page, 'pack', '[role="dialog"]')).toEqual([])
    await dialog.getByRole('button', { name: 'Keep this order…' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Bank')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('button', { name: 'Bank Order' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Forget this order' }).click()
    await expect(dialog.getByRole('button', { name: 'As in the sets Order' })).toBeVisible()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(dialog.getByRole('button', { name: 'Bank Order' })).toBeVisible()
    await dialog.getByRole('radio', { name: 'One PDF' }).check({ force: true })
    await dialog.getByRole('button', { name: 'Make the pack…' }).click()
    await expect(dialog.getByText('Pack made')).toBeVisible()
    await expect.poll(() => filesIn(join(folder, 'Pack SHP-0003'))).toContain('pack.pdf')
  })
})
