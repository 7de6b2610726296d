import { readdir } from 'node:fs/promises'
import type { Locator, Page } from 'playwright/test'
import { demoData } from '../exchange-service/demo-data.ts'
import { expect, test } from './desk-test.ts'
import { entries, shownEntry } from './feed-steps.ts'
import { runCommand } from './palette-steps.ts'
import { findShipments } from './save-journey.ts'
import { tabTo } from './tab-to.ts'
import { callsOfTwoPresses } from './two-presses.ts'

// Few, because a schedule saves all of them.
test.use({ serviceOptions: { data: demoData({ setsPerCustomer: 2 }) } })

const section = (page: Page): Locator => page.getByRole('region', { name: 'Automatic saving' })
const dialog = (page: Page): Locator => page.getByRole('dialog')
const nameField = (page: Page): Locator => dialog(page).getByRole('textbox', { name: 'Name of the schedule' })
const timesField = (page: Page): Locator => dialog(page).getByRole('textbox', { name: 'At these times' })

test.describe('a schedule', () => {
  test('is made, run, read about and paused by keyboard alone', async ({ page, folder }) => {
    await makeByKeyboard(page, folder)
  })

  test('is made from a search and a worklist, changed and removed with the mouse @soak', async ({ page, folder }) => {
    await makeByMouse(page, folder)
  })

  test('is kept once, however often the button is pressed meanwhile', async ({ page, host, folder }) => {
    test.skip(host !== 'shell', 'it holds calls of the shell’s bridge')
    await runCommand(page, 'Save at set times…')
    await nameField(page).fill('Morning')
    await timesField(page).fill('every monday at 8')
    await dialog(page)
      .getByRole('button', { name: /save what this finds$/ })
      .click()
    await page.getByRole('option', { name: 'Every active set of every customer' }).click()
    await dialog(page).getByRole('button', { name: 'Choose a folder…' }).click()
    await expect(dialog(page).getByRole('button', { name: /to this folder$/ })).toContainText(folder)
    expect(await callsOfTwoPresses(dialog(page), 'Save the schedule', 'schedules.save')).toBe(1)
    await expect(section(page)).toContainText('Morning')
  })
})

/** Then runs it, pauses it, and reads in the inbox what it did. */
async function makeByKeyboard(page: Page, folder: string): Promise<void> {
  await runCommand(page, 'Save at set times…')
  await expect(dialog(page)).toContainText('Next: ')
  await tabTo(page, nameField(page))
  await page.keyboard.type('Morning')
  await tabTo(page, timesField(page))
  await page.keyboard.press('Control+a')
  await page.keyboard.type('every second')
  await expect(dialog(page)).toContainText('comes more often than every 5 minutes, which a schedule must not.')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('every monday at 8, 16:30')
  await expect(dialog(page)).toContainText(/Next: Mon,? .*08:00; Mon,? .*16:30|Next: Mon,? .*16:30; Mon,? .*08:00/)
  const what = dialog(page).getByRole('button', { name: /save what this finds$/ })
  await tabTo(page, what)
  await page.keyboard.press('Enter')
  const everything = page.getByRole('option', { name: 'Every active set of every customer' })
  await expect(everything).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(what).toBeFocused()
  await tabTo(page, dialog(page).getByRole('button', { name: 'Choose a folder…' }))
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('button', { name: /to this folder$/ })).toContainText(folder)
  await tabTo(page, dialog(page).getByRole('button', { name: 'Save the schedule' }))
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
  await expect(section(page)).toContainText('Morning')
  await expect(section(page)).toBeFocused()

  await runCommand(page, 'Run the schedule “Morning” now')
  await expect(section(page)).toContainText(`documents saved to ${folder}.`)
  expect((await readdir(folder)).length).toBeGreaterThan(0)
  await runCommand(page, 'Pause the schedule “Morning”')
  await expect(section(page)).toContainText('Paused: it does not run.')

  await page.keyboard.press('Control+1')
  const line = entries(page).filter({ hasText: 'Morning' })
  await expect(line).toContainText('Schedule Morning')
  await expect(line).toContainText('documents saved to')
  await line.click()
  await expect(shownEntry(page)).toContainText('Schedule Morning')
}

/** From a search, changed and removed; and from a worklist, up to where a folder is missing. */
async function makeByMouse(page: Page, folder: string): Promise<void> {
  await findShipments(page, 'SHP-0001')
  await page.getByRole('button', { name: 'More searches and filters' }).click()
  await page.getByRole('menuitem', { name: 'Run this search at times…' }).click()
  await expect(nameField(page)).toHaveValue(/SHP-0001/)
  await expect(dialog(page).getByRole('button', { name: /save what this finds$/ })).toContainText('SHP-0001')
  await nameField(page).fill('Bills of SHP-0001')
  await timesField(page).fill('0 0 30 2 *')
  await expect(dialog(page)).toContainText('“0 0 30 2 *” never comes: no month that it names has such a day.')
  await timesField(page).fill('every weekday at 07:30')
  await expect(dialog(page)).toContainText(/Next: .*07:30/)
  const keep = dialog(page).getByRole('button', { name: 'Save the schedule' })
  await keep.click()
  await expect(dialog(page)).toContainText('Choose a folder.')
  await dialog(page).getByRole('button', { name: 'Choose a folder…' }).click()
  await expect(dialog(page).getByRole('button', { name: /to this folder$/ })).toContainText(folder)
  await keep.click()
  await expect(dialog(page)).toBeHidden()
  await expect(section(page)).toContainText('Bills of SHP-0001')
  await section(page).getByRole('button', { name: 'Run Bills of SHP-0001 now' }).click()
  const line = section(page).getByRole('listitem').filter({ hasText: 'Bills of SHP-0001' })
  await expect(line).toContainText(`saved to ${folder}.`)

  await section(page).getByText('Bills of SHP-0001', { exact: true }).click()
  await expect(line).toContainText('Paused: it does not run.')
  await section(page).getByRole('button', { name: 'Change Bills of SHP-0001' }).click()
  await expect(timesField(page)).toHaveValue('every weekday at 07:30')
  await timesField(page).fill('on the last day of every month at 18:00')
  await expect(dialog(page)).toContainText(/Next: .*18:00/)
  await keep.click()
  await expect(dialog(page)).toBeHidden()
  await expect(section(page)).toContainText('on the last day of every month at 18:00')
  await section(page).getByRole('button', { name: 'Remove Bills of SHP-0001' }).click()
  await page.getByRole('button', { name: 'Remove the schedule' }).click()
  await expect(section(page)).not.toContainText('Bills of SHP-0001')

  await page.keyboard.press('Control+3')
  await page.getByRole('textbox', { name: 'Shipment references' }).fill('SHP-0001\nSHP-0003')
  await page.getByRole('button', { name: 'Look them up' }).click()
  await page.getByRole('button', { name: /^Worklist: / }).click()
  await page.getByRole('menuitem', { name: 'Run at times…' }).click()
  await expect(nameField(page)).toHaveValue('SHP-0001 and 1 more')
  await expect(dialog(page).getByRole('button', { name: /save what this finds$/ })).toContainText('SHP-0001 and 1 more')
  await keep.click()
  await expect(dialog(page)).toContainText('Choose a folder.')
}
