import type { Locator, Page } from 'playwright/test'
import { expect } from './expect.ts'

/** Searches for shipments, in Search. Waits until all is found. */
export async function findShipments(page: Page, ...references: readonly string[]): Promise<void> {
  await showFields(page)
  await page.getByRole('textbox', { name: 'Shipments' }).fill(references.join(', '))
  await search(page)
}

/** Searches for all sets of customers. */
export async function findCustomers(page: Page, ...names: readonly string[]): Promise<void> {
  await showFields(page)
  const picker = page.getByRole('combobox', { name: 'Customers' })
  for (const name of names) {
    await picker.fill(name)
    // By the whole name: two customers differ by case alone.
    const option = page.getByRole('option').filter({ has: page.getByText(name, { exact: true }) })
    await option.click()
    await expect(option).toHaveAttribute('aria-selected', 'true')
  }
  await page.keyboard.press('Escape')
  await search(page)
}

/** In a narrow window the fields of the search are one press away. */
export async function showFields(page: Page): Promise<void> {
  const opener = page.getByRole('button', { name: /^Filters/, expanded: false })
  if (await opener.isVisible()) await opener.click()
}

/** Until all is counted, and drawn: a key that comes in between goes to the titles of a list without rows. */
async function search(page: Page): Promise<void> {
  await page.getByRole('search').getByRole('button', { name: 'Search', exact: true }).click()
  const counted = page.getByText(/^(\S+) of \1$/).first()
  await expect(counted).toBeVisible()
  const list = page.locator('[aria-label="Parcel sets"]')
  if ((await counted.innerText()) !== '0 of 0') await expect(list.getByRole('gridcell').first()).toBeVisible()
}

/**
 * Opens the dialog, with names and options, for everything that was found; the folder of the test is chosen in it where none was
 * before.
 */
export async function openSave(page: Page): Promise<Locator> {
  await openingButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Save documents' })
  const first = dialog.getByText('No folder chosen yet.', { exact: false })
  const known = dialog.getByRole('button', { name: /Folder$/, disabled: false })
  await first.or(known).first().waitFor()
  if (await first.isVisible()) await dialog.getByRole('button', { name: 'Choose a folder…' }).click()
  // Where the organisation has set the names, there is nothing to change.
  for (const part of ['Change…', 'Options']) {
    const summary = dialog.locator('summary').filter({ hasText: part })
    if ((await summary.count()) > 0) await summary.click()
  }
  return dialog
}

/** Chooses what happens to existing files. */
export async function chooseConflict(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: /If a file already exists$/ }).click()
  await page.getByRole('option', { name: title }).click()
}

/** Plans everything, as is the default only in a folder that nothing was saved into. */
export async function planAll(dialog: Locator): Promise<void> {
  await dialog.getByText('Only new or changed').click()
  await expect(dialog.getByRole('checkbox', { name: 'Only new or changed' })).not.toBeChecked()
}

/** Saves everything that was found, under names that say where it belongs, and goes to Downloads. */
export async function startSave(page: Page, pattern = '{customer}/{parcelRef} {documentId}'): Promise<void> {
  const dialog = await openSave(page)
  await dialog.getByRole('textbox', { name: 'Name pattern' }).fill(pattern)
  if (await dialog.getByRole('checkbox', { name: 'Only new or changed' }).isChecked()) await planAll(dialog)
  await dialog.getByRole('button', { name: /^Save \S+ documents?/ }).click()
  await expect(dialog).toBeHidden()
  await showDownloads(page)
}

/** Saving leaves the user where they are. */
export async function showDownloads(page: Page): Promise<void> {
  await page
    .getByRole('navigation')
    .getByRole('button', { name: /^Downloads/ })
    .click()
  await expect(page.getByRole('main', { name: 'Downloads' })).toBeVisible()
}

/** For what is ticked or, without ticks, for all that is shown. */
function openingButton(page: Page): Locator {
  const ticked = page.getByRole('button', { name: /^Save \S+ ticked sets?…/ })
  return ticked.or(page.getByRole('button', { name: /^Save (all|\S+ shown)/ })).last()
}

/** The job that Downloads shows. */
export function shownJob(page: Page): Locator {
  return page.getByRole('region', { name: 'Save', exact: true })
}

/** Waits until that job stands like this, in the words of the screen. */
export async function reaches(page: Page, state: string | RegExp): Promise<void> {
  if (!(await page.getByRole('main', { name: 'Downloads' }).isVisible())) await showDownloads(page)
  await expect(shownJob(page).getByRole('status').first()).toHaveText(state)
}

/** From the menu beside “Search”. */
export async function chooseFurther(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'More searches and filters' }).click()
  await page.getByRole('menuitem', { name: title }).click()
}
