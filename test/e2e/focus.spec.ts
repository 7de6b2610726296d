import type { Locator, Page } from 'playwright/test'
import { expect, test } from './desk-test.ts'
import { rows } from './results-grid.ts'
import { findShipments, openSave } from './save-journey.ts'

const DIALOG = ':is([role="dialog"], [role="alertdialog"], [role="menu"])'
/** What can be pressed by itself; rows have their own keys, and a field its own list. */
const BUTTONS =
  'main button:visible:enabled:not([aria-haspopup="listbox"], :is([role="grid"], [role="row"], [role="option"]) *)'
/** Leaves the desk, whose focus is not its own any more. */
const ELSEWHERE = /another account|^Sign out|second window/

/** Waits until what an action draws is drawn, then until the focus is not on the page itself, from where Tab begins at the top. */
async function expectFocus(page: Page, after: string): Promise<void> {
  await page.evaluate(
    'new Promise((done) => { let left = 6; const next = () => (left-- === 0 ? done() : requestAnimationFrame(next)); next() })',
  )
  await expect
    .poll(() => page.evaluate('document.activeElement === document.body'), { message: `the focus after ${after}` })
    .toBe(false)
}

async function pressByKey(page: Page, button: Locator, name: string): Promise<void> {
  await button.focus()
  await page.keyboard.press('Enter')
  await expectFocus(page, name)
  for (let times = 0; times < 3 && (await page.locator(DIALOG).count()) > 0; times += 1) {
    await page.keyboard.press('Escape')
    await expectFocus(page, `${name}, closed`)
  }
}

test('the focus goes on where it was after a save was started by keyboard or mouse, and in the list of saves when they are shown', async ({
  page,
}) => {
  for (const [start, shipment] of [
    ['keyboard', 'SHP-0003'],
    ['mouse', 'SHP-0001'],
  ] as const) {
    await findShipments(page, shipment)
    const save = (await openSave(page)).getByRole('button', { name: /^Save \d+ documents?$/ })
    await expect(save).toBeEnabled()
    if (start === 'mouse') await save.click()
    else await save.press('Enter')
    await expect(page.getByRole('region', { name: 'Last save' })).toBeVisible()
    await expectFocus(page, 'the save')
    await expect(page.getByRole('main', { name: 'Search' }).locator(':focus')).toBeAttached()
    await page.keyboard.press('Control+4')
    await expect(page.getByRole('option', { selected: true })).toBeFocused()
    await page.keyboard.press('Control+2')
    await expect(rows(page).first()).toBeVisible()
    await expect(page.getByRole('grid').locator(':focus')).toBeAttached()
  }
})

test('the focus is in the list after a column was looked up, not above it', async ({ page }) => {
  await page.keyboard.press('Control+3')
  await page.getByRole('textbox', { name: 'Shipment references' }).fill('SHP-0100\nNOPE\nSHP-0003')
  await page.getByRole('button', { name: 'Look them up' }).press('Enter')
  await expect(page.getByRole('status', { name: 'Lines' })).toContainText('checked')
  await expectFocus(page, 'the look-up')
  await expect(page.getByRole('main').locator(':focus')).toBeAttached()
})

test('no button of any place and no change of place leaves the focus on the page itself', async ({ page }) => {
  await findShipments(page, 'SHP-0003')
  const save = (await openSave(page)).getByRole('button', { name: /^Save \d+ documents?$/ })
  await expect(save).toBeEnabled()
  await save.press('Enter')
  await expect(page.getByRole('region', { name: 'Last save' })).toContainText('Done')
  await page.keyboard.press('Control+3')
  await page.getByRole('textbox', { name: 'Shipment references' }).fill('SHP-0100\nNOPE\nSHP-0003')
  await page.getByRole('button', { name: 'Look them up' }).press('Enter')
  await expect(page.getByRole('status', { name: 'Lines' })).toContainText('checked')
  let pressed = 0
  for (const place of [2, 3, 4, 5, 1]) {
    await page.keyboard.press(`Control+${place}`)
    await expectFocus(page, `Control+${place}`)
    await expect(page.locator(BUTTONS).first()).toBeVisible()
    const count = await page.locator(BUTTONS).count()
    for (let at = 0; at < count; at += 1) {
      await page.keyboard.press(`Control+${place}`)
      await expectFocus(page, `Control+${place}`)
      const button = page.locator(BUTTONS).nth(at)
      if (!(await button.isVisible())) continue
      const name = (await button.getAttribute('aria-label')) ?? (await button.innerText())
      if (ELSEWHERE.test(name)) continue
      await pressByKey(page, button, `“${name}” in place ${place}`)
      pressed += 1
    }
  }
  expect(pressed).toBeGreaterThan(25)
})
