import type { Page } from 'playwright/test'
import { accessibleNames } from '../support/run-axe.ts'
import type { Look } from './all-screens.ts'
import { expect } from './desk-test.ts'

/** What need not be a command, with the reason. */
const EXCEPTIONS = [
  // Rows of lists have their own keys and menus; the palette finds settings and documents by their names.
  ':is([role="grid"], [role="row"], [role="option"], table, li) *',
  // The sections of the settings are commands by longer names, and each setting is found by its own.
  'nav *',
  // It is a part of what it shows: what is below it, a menu, a list, a tab.
  '[aria-haspopup]',
  '[aria-expanded]',
  '[role="tab"]',
  // It narrows the list by what it counts.
  'fieldset *',
  // It lies under a pane.
  '[inert] *',
  // It can do nothing now.
  ':disabled',
  '[aria-disabled="true"]',
]
/** What can be pressed. Rail and top bar stay the same on every screen: places, account, palette, feed. */
const BUTTONS = `main button:visible:not(${EXCEPTIONS.join(', ')})`
/** Those that do not run a command of the registry themselves. */
const OTHERS = `${BUTTONS}:not([data-command])`

/** What the palette offers before anything is typed. */
async function offeredTitles(page: Page): Promise<readonly string[]> {
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
  return titles
}

/** Whoever types what a button says finds its command, which may say more: “Verify folder” of which save. */
function isFound(name: string, title: string): boolean {
  const words = name.toLowerCase().replace('…', '').split(/\s+/)
  return words.every((word) => title.toLowerCase().includes(word))
}

/** Looks for buttons of a screen that are no command in the palette. */
export function createCommandLook(page: Page): { look: Look; missing: string[]; count: () => number } {
  const missing: string[] = []
  let count = 0
  const look: Look = async (screen, over) => {
    // Before signing in there is no palette, and what lies over a screen has no commands.
    if (screen === 'sign-in' || over !== undefined) return
    count += await page.locator(BUTTONS).count()
    const names = await accessibleNames(page.locator(OTHERS))
    const offered = await offeredTitles(page)
    const lacking = names.filter((name) => !offered.some((title) => isFound(name, title)))
    missing.push(...lacking.map((name) => `${screen}: ${name}`))
  }
  return { look, missing, count: () => count }
}
