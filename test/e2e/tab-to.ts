import type { Locator, Page } from 'playwright/test'
import { expect } from './expect.ts'

/** Nobody presses Tab more often than this to reach something. */
const MAX_TABS = 60

/** Goes on by Tab until this has the focus. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible()
  for (let step = 0; step < MAX_TABS; step += 1) {
    if (await isFocused(wanted)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab does not lead there')
}

async function isFocused(wanted: Locator): Promise<boolean> {
  return (await wanted.and(wanted.page().locator(':focus')).count()) > 0
}
