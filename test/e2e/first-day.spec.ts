import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, signIn, test } from './desk-test.ts'

test.use({ needsWholeBrowser: true, isSignedIn: false })

test.describe('the first day at the desk', () => {
  test('a newcomer signs in, finds sets, reads a document and saves the documents of a set', async ({
    page,
    folder,
  }) => {
    await signIn(page)
    await expect(page.getByText('Test environment')).toBeVisible()

    await page.getByRole('textbox', { name: 'Shipments' }).fill('SHP-0003')
    await page.getByRole('search').getByRole('button', { name: 'Search', exact: true }).click()
    const grid = page.getByRole('grid', { name: 'Parcel sets' })
    await expect(grid.getByRole('row')).toHaveCount(4)
    await expect(page.getByText('3 of 3', { exact: true }).first()).toBeVisible()

    await grid.getByRole('row').nth(2).click()
    await expect(page.getByRole('region', { name: 'Pages' })).toBeVisible()
    await expect(page.locator('.textLayer').first()).toContainText('BILL OF LADING')

    await page.keyboard.press('Control+s')
    const dialog = page.getByRole('dialog', { name: 'Save documents' })
    await dialog.getByRole('button', { name: 'Choose a folder…' }).click()
    await dialog.getByRole('button', { name: /^Save \d+ documents$/ }).click()

    await expect(page.getByRole('region', { name: 'Last save' })).toContainText('Done')
    await expect(grid).toBeVisible()
    const manifest = await readFile(join(folder, 'parcel-desk-manifest.csv'), 'utf8')
    expect(manifest).toContain('SHP-0003')
  })
})
