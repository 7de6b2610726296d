import type { Locator, Page } from 'playwright/test'

/** The grid of Search. */
export const grid = (page: Page): Locator => page.getByRole('grid', { name: 'Parcel sets' })
export const rows = (page: Page): Locator =>
  grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') })
/** Always in sight: count, completeness, selection. */
export const count = (page: Page): Locator => page.getByRole('status', { name: 'Results' })
export const title = (page: Page, name: string): Locator => grid(page).getByRole('columnheader', { name, exact: true })
export const titles = async (page: Page): Promise<string[]> =>
  await grid(page).getByRole('columnheader').allInnerTexts()
/** What one of its columns shows, from top to bottom. */
export const column = async (page: Page, name: string): Promise<string[]> => {
  const at = (await titles(page)).indexOf(name) + 1
  return await rows(page).locator(`[aria-colindex="${at}"]`).allInnerTexts()
}
