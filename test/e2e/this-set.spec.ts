import type { Locator, Page } from 'playwright/test'
import { expect, test } from './desk-test.ts'
import { feedTest } from './feed-desk.ts'
import { currentEntry, entries, goToInbox, startFeed } from './feed-steps.ts'
import { count, rows } from './results-grid.ts'
import { findCustomers, findShipments } from './save-journey.ts'
import { filesIn } from './saved-files.ts'

const saveDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Save documents' })
const strip = (page: Page): Locator => page.getByRole('region', { name: 'Last save' })
const parcelOf = async (row: Locator): Promise<string> => (await row.getByRole('rowheader').first().innerText()).trim()

test.describe('“this set”', () => {
  test('is the one that is read: it is what Ctrl+S saves, and ticks only boxes; all of the list has a key of its own', async ({
    page,
  }) => {
    await findShipments(page, 'SHP-0003', 'SHP-0100')
    const pane = page.getByRole('region', { name: 'Set and preview' })
    await rows(page).first().getByRole('rowheader').first().click()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    const read = await parcelOf(rows(page).nth(2))
    await expect(pane.getByRole('heading').first()).toContainText(read)
    await expect(count(page)).not.toContainText('ticked')
    await page.keyboard.press('Control+s')
    await expect(saveDialog(page)).toContainText('1 parcel set')
    await saveDialog(page).getByRole('button', { name: 'Choose a folder…' }).click()
    await expect(saveDialog(page).getByRole('tree')).toContainText(read)
    await page.keyboard.press('Escape')

    await page.keyboard.press('Control+Shift+s')
    await expect(saveDialog(page)).toContainText('4 parcel sets')
    await page.keyboard.press('Escape')

    // Ticks stay while others are read, and come first.
    await rows(page).nth(0).getByRole('gridcell', { name: 'Tick' }).click()
    await rows(page)
      .nth(1)
      .getByRole('rowheader')
      .first()
      .click({ modifiers: ['Control'] })
    await rows(page).nth(3).getByRole('rowheader').first().click()
    await expect(count(page)).toContainText('2 ticked')
    await page.keyboard.press('Control+s')
    await expect(saveDialog(page)).toContainText('2 parcel sets')
    await page.keyboard.press('Escape')
    // What is read has its own button, whatever is ticked.
    await pane.getByRole('button', { name: 'Save…' }).click()
    await expect(saveDialog(page).getByRole('tree')).toContainText(await parcelOf(rows(page).nth(3)))
    await expect(saveDialog(page)).toContainText('1 parcel set')
    await page.keyboard.press('Escape')

    // What a filter hides is said before it is saved.
    await page.getByRole('searchbox', { name: 'Filter these results' }).fill(await parcelOf(rows(page).nth(0)))
    await expect(count(page)).toContainText('1 of them hidden by the filter')
    await page.keyboard.press('Control+s')
    await expect(saveDialog(page)).toContainText('2 parcel sets (1 of them hidden by the filter)')
  })

  test('is whose the list says: fields that ask for something else change nothing until the search, and Clear clears both @soak', async ({
    page,
  }) => {
    await findCustomers(page, 'Aurora Grain AG')
    const all = (await count(page).innerText()).split(' ')[0] ?? ''
    await page.getByRole('combobox', { name: 'Customers' }).press('Backspace')
    await page.keyboard.press('Escape')
    await expect(page.getByText('These are the sets of Aurora Grain AG')).toBeVisible()
    await expect(page.getByRole('button', { name: `Save all ${all} sets of Aurora Grain AG…` })).toBeVisible()
    await page.getByRole('button', { name: 'Search again' }).click()
    await expect(page.getByText('These are the sets of Aurora Grain AG')).toBeHidden()
    await expect(page.getByRole('button', { name: /^Save all \S+ sets…$/ })).toBeVisible()

    await page.getByRole('button', { name: 'Clear the search' }).click()
    await expect(rows(page)).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Save all/ })).toBeHidden()
  })

  test('is saved by two keys, and the user stays where they are @soak', async ({ page, desk, folder }) => {
    await findShipments(page, 'SHP-0003')
    await rows(page).nth(1).getByRole('rowheader').first().click()
    await desk.answerDialogs(folder)
    await page.keyboard.press('Control+s')
    await saveDialog(page).getByRole('button', { name: 'Choose a folder…' }).click()
    await expect(saveDialog(page).getByRole('button', { name: /^Save \d+ documents?/ })).toBeEnabled()
    await page.keyboard.press('Control+Enter')
    await expect(strip(page)).toContainText('Done')
    await expect(rows(page).nth(1).locator(':focus')).toBeAttached()
    await expect(rows(page).nth(1)).toHaveAttribute('data-current')
    await expect(rows(page).nth(1).locator('[data-column="documents"]')).toHaveText(/^(\d)\1$/)

    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Control+s')
    await expect(saveDialog(page).getByRole('button', { name: /^Save \d+ documents?/ })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(saveDialog(page)).toBeHidden()
    await expect(strip(page)).toContainText('Done')
    await expect(rows(page).nth(2).locator(':focus')).toBeAttached()
    const saved = await filesIn(folder)
    await strip(page).getByRole('button', { name: 'Undo…' }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Remove/ })
      .click()
    await expect.poll(async () => (await filesIn(folder)).length).toBeLessThan(saved.length)
  })
})

feedTest('an entry’s set is saved from the inbox by two keys @soak', async ({ page, desk, feed, folder }) => {
  feedTest.slow()
  const [set] = feed.sets
  if (set === undefined) throw new Error('the demo data has a set')
  await startFeed(page, feed)
  await feed.change(set, 'issued')
  await goToInbox(page)
  await expect(entries(page)).toHaveCount(1)
  await page.keyboard.press('j')
  await expect(currentEntry(page)).toContainText(set.row.parcelRef)
  await desk.answerDialogs(folder)
  await page.keyboard.press('Control+s')
  await saveDialog(page).getByRole('button', { name: 'Choose a folder…' }).click()
  const save = saveDialog(page).getByRole('button', { name: `Save ${set.row.documents.length} documents` })
  await expect(save).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  await expect(strip(page)).toContainText('Done')
  await expect(currentEntry(page)).toContainText(set.row.parcelRef)
})
