import type { Page } from 'playwright/test'
import { accessibleNames } from '../support/run-axe.ts'
import type { Look } from './all-screens.ts'
import { expect } from './desk-test.ts'

/** What need not be a command, with the reason. */
const EXCEPTIONS = [
  // Rows of lists have their own keys and menus.
  ':is([role="grid"], [role="row"], [role="option"], table) *',
  // It opens the list of a field, which is reached as a field.
  '[aria-haspopup="listbox"]',
  // It lies under a pane.
  '[inert] *',
  // It can do nothing now.
  ':disabled',
  '[aria-disabled="true"]',
]
/** What can be pressed. Rail and top bar stay the same on every screen: places, account, palette, feed. */
const BUTTONS = `main :is(button, [role="tab"], summary):visible:not(${EXCEPTIONS.join(', ')})`

/** What the palette offers before anything is typed. */
async function offeredNames(page: Page): Promise<Set<string>> {
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Find anything, or run a command' })
  await expect(field).toBeFocused()
  // It keeps what an earlier step of the walk typed.
  if ((await field.inputValue()) !== '') {
    await field.fill('')
    await expect(page.getByRole('option', { name: /^Ask the service for/ })).toHaveCount(0)
  }
  const titles = await page.getByRole('option').locator('bdi:first-child').allTextContents()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  return new Set(titles.map(withoutSpaces))
}

/** As axe puts none between parts that stand side by side. */
function withoutSpaces(name: string): string {
  return name.replaceAll(/\s/g, '')
}

/** Looks for buttons of a screen that are no command in the palette. */
export function createCommandLook(page: Page): { look: Look; missing: string[]; count: () => number } {
  const missing: string[] = []
  let count = 0
  const look: Look = async (screen, over) => {
    // Before signing in there is no palette, and what lies over a screen has no commands.
    if (screen === 'sign-in' || over !== undefined) return
    const names = await accessibleNames(page.locator(BUTTONS))
    count += names.length
    const offered = await offeredNames(page)
    const lacking = names.filter((name) => !offered.has(withoutSpaces(name)))
    missing.push(...lacking.map((name) => `${screen}: ${name}`))
  }
  return { look, missing, count: () => count }
}
