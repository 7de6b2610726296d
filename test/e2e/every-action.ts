import type { Page } from 'playwright/test'
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
]
/** Rail and top bar stay the same on every screen: places, account, palette, feed. */
const BUTTONS = `main :is(button, [role="tab"], summary):visible:not(${EXCEPTIONS.join(', ')})`

const DIALOGS = '[role="dialog"], [role="alertdialog"]'

/** The buttons that can be pressed, as a screen reader names them. Asked anew where one goes while they are asked. */
async function buttonNames(page: Page): Promise<string[]> {
  const names: string[] = []
  await expect(async () => {
    names.length = 0
    for (const button of await page.locator(BUTTONS).all()) {
      const snapshot = await button.ariaSnapshot({ timeout: 10_000 })
      const [, quoted] = /^- \w+ (".*?(?<!\\)")/.exec(snapshot) ?? []
      if (quoted !== undefined && !/\[disabled\]/.test(snapshot)) names.push(String(JSON.parse(quoted)))
    }
  }).toPass()
  return names
}

/** What the palette offers before anything is typed. */
async function offeredNames(page: Page): Promise<Set<string>> {
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Find anything, or run a command' })
  await expect(field).toBeFocused()
  // It keeps what an earlier step of the walk typed.
  await field.fill('')
  await expect(page.getByRole('option', { name: /^Ask the service for/ })).toHaveCount(0)
  const titles = await page.getByRole('option').locator('bdi:first-child').allTextContents()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  return new Set(titles)
}

/** Looks for buttons of a screen that are no command in the palette. */
export function createCommandLook(page: Page): { look: Look; missing: string[]; count: () => number } {
  const missing: string[] = []
  let count = 0
  const look: Look = async (screen, over) => {
    // Before signing in there is no palette, and a dialog or an open list lies over it.
    if (screen === 'sign-in' || over !== undefined || (await page.locator(DIALOGS).count()) > 0) return
    const names = await buttonNames(page)
    count += names.length
    const offered = await offeredNames(page)
    const lacking = names.filter((name) => !offered.has(name))
    missing.push(...lacking.map((name) => `${screen}: ${name}`))
  }
  return { look, missing, count: () => count }
}
