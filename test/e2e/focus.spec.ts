import type { Page } from 'playwright/test'
import { expect, test } from './desk-test.ts'
import { paletteField } from './palette-steps.ts'
import { findShipments } from './save-journey.ts'

/** What ends the session or the page, opens another window, or takes minutes. */
const LEFT_OUT =
  /^(Sign out|Sign in with|Switch to|Reload|Quit|Read in a second window|Close the second window|Undo|Add an account|Clear the search)/
const PLACES = ['Inbox', 'Search', 'Worklist', 'Downloads', 'Settings'] as const

const SOON = { timeout: 2_000 }

/** Does something once it can be done: a dialog that comes only now is closed first. */
async function withoutDialog(page: Page, act: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0, SOON)
    await act()
  }).toPass()
}

async function openPalette(page: Page, typed: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await paletteField(page).fill(typed, SOON)
}

const goTo = async (page: Page, { place, key }: { place: string; key: number }): Promise<void> =>
  await withoutDialog(page, async () => {
    await page.keyboard.press(`Control+${key}`)
    await expect(page.getByRole('main', { name: place })).toBeVisible(SOON)
  })

/** The commands of the palette, before anything is typed. */
async function offered(page: Page): Promise<string[]> {
  let titles: string[] = []
  await withoutDialog(page, async () => {
    await openPalette(page, '')
    titles = await page.getByRole('option').locator('bdi:first-child').allTextContents()
  })
  return titles
}

/** By the mouse, because the title of one may be a part of another’s. */
const run = async (page: Page, title: string): Promise<void> =>
  await withoutDialog(page, async () => {
    await openPalette(page, title)
    await page.getByRole('option', { name: title }).first().click(SOON)
  })

/** Something has the focus, and not only for the moment in which an action draws. */
async function hasFocus(page: Page): Promise<boolean> {
  await page.evaluate(TWO_FRAMES)
  return await expect
    .poll(() => page.evaluate('document.activeElement !== document.body'), SOON)
    .toBe(true)
    .then(
      () => true,
      () => false,
    )
}

/** What an action draws at once, and what it moves the focus to then. */
const TWO_FRAMES = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))'

test('no action of the palette leaves the keyboard on nothing @soak', async ({ page }) => {
  test.slow()
  await findShipments(page, 'SHP-0003', 'SHP-0004')
  const tried = new Set<string>()
  const lost: string[] = []
  for (const [at, place] of PLACES.entries()) {
    for (;;) {
      await goTo(page, { place, key: at + 1 })
      const title = (await offered(page)).find((one) => !tried.has(one) && !LEFT_OUT.test(one))
      if (title === undefined) break
      tried.add(title)
      await run(page, title)
      if (!(await hasFocus(page))) lost.push(`${place}: ${title}`)
    }
  }
  expect(lost).toEqual([])
  expect(tried.size).toBeGreaterThan(80)
})
