import type { Page } from 'playwright/test'
import { demoUser } from '../exchange-service/start-exchange-service.ts'
import { createQuickClock } from '../support/quick-clock.ts'
import type { DeskHost } from './desk-host.ts'
import { expect } from './desk-test.ts'
import { feedTest as test } from './feed-desk.ts'
import { tabTo } from './tab-to.ts'
import { currentEntry, entries, goToInbox, inbox, shownEntry, startFeed } from './feed-steps.ts'

const OTHER = { username: 'desk@baltic.example', password: 'another-one' }
const DAY_MS = 24 * 3_600_000

/** The desk’s clock is set on by this much; the browser’s stays. */
let aheadMs = 0
const quick = createQuickClock()
const clock = { ...quick, now: () => new Date(Date.now() + aheadMs) }

test.use({ ports: { clock } })
test.beforeEach(() => void (aheadMs = 0))

test.describe('an entry of the inbox', () => {
  test.use({ serviceOptions: { users: [demoUser, OTHER] } })

  test('is marked, noted, snoozed and brought back by mouse and by keyboard, and keeps a note over another sign-in @soak', async ({
    page,
    desk,
    feed,
    service,
  }) => {
    await startFeed(page, feed)
    const sets = feed.sets.slice(0, 3)
    for (const set of sets) await feed.change(set, 'issued')
    await goToInbox(page)
    await expect(entries(page)).toHaveCount(3)
    const [oldest = '', , newest = ''] = sets.map(({ row }) => row.parcelRef)
    await workByMouse(page, desk, newest)

    await page.reload()
    await expect(entries(page)).toHaveCount(3)
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('j')
    await expect(currentEntry(page)).toContainText(`Ingrid Solheim (North Sea Bulk AS) issued ${oldest}`)
    await noteAndSnooze(page, oldest)
    aheadMs = 2 * DAY_MS
    await expect(entries(page)).toHaveCount(3)
    await expect(entries(page).first()).toContainText(oldest)
    await expect(entries(page).first()).toContainText('Back from a snooze')
    await expect(entries(page).first()).toContainText('unread')

    await entries(page).last().click()
    await page.keyboard.press('n')
    await expect(shownEntry(page).getByRole('textbox', { name: 'Note' })).toBeFocused()
    await page.keyboard.type('ask the master')
    // As another window does, without a click here that would leave the field.
    const other = { baseUrl: service.url, ...OTHER }
    const input = { ...other, environment: 'test', credentialForm: 'basic', caFileId: null, profile: null }
    await page.evaluate(`window.parcelDesk.call('accounts.signIn', ${JSON.stringify(input)})`)
    await expect(page.getByText('Note kept in the inbox that it was written in')).toBeVisible()
    // Both are in the test environment, which has one inbox.
    await goToInbox(page)
    await expect(entries(page).last().getByTitle('ask the master')).toBeVisible()
  })
})

/** The first of three, from its menu. */
async function workByMouse(page: Page, desk: DeskHost, reference: string): Promise<void> {
  const menu = page.getByRole('menu', { name: 'Entry' })
  await entries(page).first().click({ button: 'right' })
  await menu.getByRole('menuitem', { name: 'Copy the parcel reference' }).click()
  await expect(page.getByText('1 reference copied')).toBeVisible()
  expect(await desk.readClipboard()).toBe(reference)

  const undo = page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Undo' })
  await entries(page).first().click({ button: 'right' })
  await menu.getByRole('menuitem', { name: 'Flag', exact: true }).click()
  await expect(page.getByText('Flagged 1')).toBeVisible()
  await undo.click()
  await expect(page.getByText('Flagged 1')).toBeHidden()
  await entries(page).first().click({ button: 'right' })
  await menu.getByRole('menuitem', { name: 'Write a note about the entry' }).click()
  await expect(shownEntry(page).getByRole('textbox', { name: 'Note' })).toBeFocused()
  // Words take keys; to keep them takes a click beside the field.
  await page.keyboard.type('ring the bank')
  await entries(page).last().click()
  await expect(page.getByText('Note kept')).toBeVisible()
  await expect(entries(page).first().getByTitle('ring the bank')).toBeVisible()
  await undo.click()
  await expect(entries(page).first().getByTitle('ring the bank')).toBeHidden()
  await entries(page).first().click({ button: 'right' })
  await menu.getByRole('menuitem', { name: 'Done', exact: true }).click()
  await expect(entries(page)).toHaveCount(2)
  await undo.click()
  await expect(entries(page)).toHaveCount(3)

  await entries(page).first().click({ button: 'right' })
  await menu.getByRole('menuitem', { name: 'Snooze…' }).click()
  await page
    .getByRole('dialog', { name: 'Snooze 1 entry until' })
    .getByRole('button', { name: /Monday/ })
    .click()
  await expect(entries(page)).toHaveCount(2)
  await page.getByText('Snoozed 1').click()
  await entries(page).first().click({ button: 'right' })
  await menu.getByRole('menuitem', { name: 'Bring back from the snooze' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing is snoozed' })).toBeVisible()
  await page.getByText(/^Open 3$/).click()
  await expect(entries(page)).toHaveCount(3)
  await expect(inbox(page).getByRole('rowheader', { name: 'Today' })).toBeVisible()
}

/** The last of three, where the keyboard is, by its keys; the snooze is undone once, and then stays. */
async function noteAndSnooze(page: Page, reference: string): Promise<void> {
  await page.keyboard.press('n')
  await expect(shownEntry(page).getByRole('textbox', { name: 'Note' })).toBeFocused()
  await page.keyboard.type('<b>ring</b> the bank')
  await page.keyboard.press('Control+Enter')
  await expect(inbox(page)).toBeFocused()
  await expect(page.getByText('Note kept')).toBeVisible()
  await expect(currentEntry(page).getByTitle('<b>ring</b> the bank')).toBeVisible()

  await page.keyboard.press('b')
  const dialog = page.getByRole('dialog', { name: 'Snooze 1 entry until' })
  await expect(dialog.locator(':focus')).toBeAttached()
  await tabTo(page, dialog.getByRole('button', { name: /^Tomorrow/ }))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(entries(page)).toHaveCount(2)
  await page.keyboard.press('Control+z')
  await expect(entries(page)).toHaveCount(3)
  await expect(currentEntry(page)).toContainText(reference)

  await page.keyboard.press('b')
  await dialog
    .getByRole('textbox', { name: 'Another time' })
    .or(dialog.getByLabel('Another time'))
    .first()
    .fill('2020-01-01T08:00')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('That is past. Choose a time after now.')
  await tabTo(page, dialog.getByRole('button', { name: /^Tomorrow/ }))
  await page.keyboard.press('Enter')
  await expect(entries(page)).toHaveCount(2)
  await expect(page.getByText('1 entry snoozed until')).toBeVisible()
  await tabTo(page, page.getByRole('radio', { name: 'Open 2' }))
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Snoozed 1' })).toBeChecked()
  await expect(entries(page)).toHaveCount(1)
  await expect(entries(page)).toContainText('until ')
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('radio', { name: 'Open 2' })).toBeChecked()
}
