import type { Locator, Page } from 'playwright/test'
import { expect } from './expect.ts'

export const paletteField = (page: Page): Locator =>
  page.getByRole('combobox', { name: 'Find anything, or run a command' })

/** Runs a command by the palette, by keys alone: the first whose title has the words. */
export async function runCommand(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(paletteField(page)).toBeFocused()
  await page.keyboard.type(words)
  // A command is offered from the moment its screen can run it.
  const offered = page.getByRole('listbox', { name: 'Found' }).getByRole('option', { selected: true })
  await expect(offered).toContainText(new RegExp(words, 'i'))
  await page.keyboard.press('Enter')
}
