import { demoData } from '../exchange-service/demo-data.ts'
import { expect, test } from './desk-test.ts'
import { paletteField, runCommand } from './palette-steps.ts'
import { rows } from './results-grid.ts'
import { findShipments, reaches, startSave } from './save-journey.ts'

test.use({ serviceOptions: { data: demoData({ setsPerCustomer: 3 }) } })

test.describe('words in documents', () => {
  test('are found in what was saved, in the palette and in Search, and open their page with the words found', async ({
    page,
  }) => {
    await findShipments(page, 'SHP-0001')
    await startSave(page)
    await reaches(page, /^Done/)
    const pane = page.getByRole('region', { name: 'Set and preview' })
    const find = pane.getByRole('searchbox', { name: 'Find in document' })
    const pageNumber = pane.getByRole('textbox', { name: /^Page/ })

    await page.keyboard.press('Control+k')
    const hits = page.getByRole('group', { name: 'In documents' }).getByRole('option')
    // Documents are read a moment after the save: each letter asks again.
    await expect(async () => {
      await paletteField(page).fill('')
      await paletteField(page).fill('antwerp york')
      await expect(hits.filter({ hasText: 'Bill of Lading' })).toHaveCount(1, { timeout: 1_000 })
    }).toPass()
    await hits.filter({ hasText: 'Bill of Lading' }).click()
    await expect(find).toHaveValue('York')
    await expect(pageNumber).toHaveValue('2')
    await expect(pane.getByText(/^1 of \d+$/).first()).toBeVisible()

    await runCommand(page, 'Find words in saved documents')
    await page.getByRole('searchbox', { name: 'Words in saved documents' }).fill('"clean on board" zzz')
    await expect(page.getByText('No page has all of these words')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Words in saved documents' }).fill('MSKU 123456-7')
    await expect(page.getByText('MSKU1234567 is no container number: its last digit would be 5.')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Words in saved documents' }).fill('"clean on board"')
    const list = page.getByRole('list', { name: 'In documents' })
    await expect(list.getByRole('listitem')).toHaveCount(1)
    // A document may be there in several versions.
    await expect(list.getByRole('listitem')).toContainText(/page 1saved \d/)
    await expect(page.getByText(/1 of \d+ documents has no text \(scans\)/)).toBeVisible()
    await list.getByRole('button').click()
    await expect(find).toHaveValue('CLEAN ON BOARD')
    await expect(pageNumber).toHaveValue('1')
    // Read on the whole window and left again, it leaves the keyboard with the list.
    await page.keyboard.press('F11')
    await expect(page.getByRole('button', { name: 'Back to the list' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('searchbox', { name: 'Words in saved documents' })).toBeFocused()
    // The second window shows the same, until another document is chosen in either.
    const opened = page.context().waitForEvent('page')
    await page.keyboard.press('Shift+F11')
    const second = await opened
    await expect(second.getByRole('searchbox', { name: 'Find in document' })).toHaveValue('CLEAN ON BOARD')
    await expect(second.getByRole('region', { name: /^Preview of .*, saved on / })).toBeVisible()
    await page.getByRole('searchbox', { name: 'Words in saved documents' }).fill('antwerp york')
    await list.getByRole('button').first().click()
    await expect(second.getByRole('textbox', { name: /^Page/ })).toHaveValue('2')
    await second.getByRole('list', { name: 'Documents of the set' }).getByRole('button', { pressed: true }).click()
    await expect(second.getByRole('region', { name: /^Preview of (?!Saved on)/ })).toBeVisible()
    await second.close()
    await expect(pane.getByRole('region', { name: /^Preview of (?!Saved on)/ })).toBeVisible()
    await page.getByRole('searchbox', { name: 'Words in saved documents' }).fill('"clean on board"')
    await expect(list.getByRole('listitem')).toHaveCount(1)
    // In a small window the set lies over the list, until words are looked for again.
    await page.setViewportSize({ width: 1024, height: 700 })
    await runCommand(page, 'Find words in saved documents')
    await expect(page.getByRole('searchbox', { name: 'Words in saved documents' })).toBeFocused()
    await list.getByRole('button').click()
    await page.keyboard.press('Control+k')
    await paletteField(page).fill('SHP-0002')
    await page
      .getByRole('option', { name: /SHP-0002/ })
      .first()
      .click()
    await expect(rows(page).filter({ hasText: 'SHP-0002' }).first()).toBeVisible()
    await runCommand(page, 'Find words in saved documents')
    // What is undone is found no more, without being looked for again.
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await page.getByRole('button', { name: 'Undo…' }).click()
    await page.getByRole('button', { name: /^Remove \d+ files/ }).click()
    await expect(page.getByText(/^0 pages found; no saved document was read yet/)).toBeAttached()
    await page.getByRole('button', { name: 'Close', exact: true }).last().click()
    await page.getByRole('button', { name: 'Back to sets' }).click()
    await expect(page.getByRole('grid', { name: 'Parcel sets' })).toBeVisible()
  })
})
