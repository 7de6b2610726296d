import type { Locator, Page } from 'playwright/test'
import { demoData } from '../exchange-service/demo-data.ts'
import { demoUser, startExchangeService } from '../exchange-service/start-exchange-service.ts'
import { leaveFirstField } from '../support/leave-first-field.ts'
import { fillSignInForm } from '../support/sign-in-form.ts'
import { expect, test } from './desk-test.ts'
import { feedTest } from './feed-desk.ts'
import { currentEntry, entries, goToInbox, shownEntry, startFeed } from './feed-steps.ts'
import { count, rows } from './results-grid.ts'
import { findShipments } from './save-journey.ts'

const saveDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Save documents' })
const menuOf = async (page: Page, account: string): Promise<Locator> => {
  await page.getByRole('button', { name: account }).click()
  return page.getByRole('menu')
}

test.describe('a set', () => {
  const data = demoData()
  test.use({ serviceOptions: { data, documentsOnlyWhenUnique: true } })

  test('that the service takes away while its documents are planned is missed by name, and nothing else is saved for it', async ({
    page,
    service,
  }) => {
    await findShipments(page, 'SHP-0003')
    const row = rows(page).nth(1)
    const parcel = (await row.getByRole('rowheader').first().innerText()).trim()
    await row.getByRole('rowheader').first().click()
    const gate = service.hold('search')
    await page.keyboard.press('Control+s')
    await saveDialog(page).getByRole('button', { name: 'Choose a folder…' }).click()
    await expect.poll(() => gate.waiting).toBeGreaterThan(0)
    data.sets.splice(
      data.sets.findIndex(({ row: { parcelRef } }) => parcelRef === parcel),
      1,
    )
    gate.open()
    await expect(saveDialog(page)).toContainText(parcel)
    await expect(saveDialog(page)).toContainText(/the service did not list its documents/i)
    await expect(saveDialog(page).getByRole('button', { name: /^Save \d/ })).toBeHidden()
  })
})

test.describe('a service that is slow', () => {
  test.use({ isSignedIn: false })

  test('is waited for in words, from signing in to the document, and each wait can be left', async ({
    page,
    service,
  }) => {
    const tokens = service.hold('token')
    await page.getByRole('button', { name: 'Try the demo service' }).click()
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible()
    tokens.open()
    await leaveFirstField(page)

    const [searches, documents] = [service.hold('search'), service.hold('document')]
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
    searches.open()
    await expect(count(page)).toHaveText(/^(\S+) of \1$/)

    await expect.poll(() => documents.waiting).toBe(1)
    await expect(page.getByRole('region', { name: 'Set and preview' }).getByText(/^Opening /)).toBeVisible()
    // The list is not held up by it.
    await page.keyboard.press('ArrowDown')
    await expect(rows(page).nth(1)).toHaveAttribute('data-current')
    documents.open()
    await expect(page.locator('.textLayer').first()).toContainText('BILL OF LADING')
  })
})

test.describe('one address', () => {
  test.use({ isSignedIn: false })

  test('is kept as two accounts, for test and for production, and both stay in the menu', async ({ page, service }) => {
    await fillSignInForm(page, { ...demoUser, address: service.url, environment: 'Test' })
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await leaveFirstField(page)
    await (
      await menuOf(page, demoUser.username)
    )
      .getByRole('menuitem', { name: 'Sign in with another account…' })
      .click()
    await fillSignInForm(page, { ...demoUser, address: service.url, environment: 'Production' })
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('button', { name: 'Sign in to Production' }).click()
    await leaveFirstField(page)
    await (
      await menuOf(page, demoUser.username)
    )
      .getByRole('menuitem', { name: /^Switch to / })
      .first()
      .click()
    await expect(page.getByText('Test environment')).toBeVisible()
  })
})

feedTest('a thousand arrivals leave an open dialog, its set and what is read as they are', async ({ page, feed }) => {
  feedTest.slow()
  const [set, ...others] = feed.sets
  if (set === undefined) throw new Error('the demo data has a set')
  await startFeed(page, feed)
  await feed.change(set, 'issued')
  await goToInbox(page)
  await expect(entries(page)).toHaveCount(1)
  await page.keyboard.press('j')
  await expect(currentEntry(page)).toContainText(set.row.parcelRef)
  await page.keyboard.press('Control+s')
  await saveDialog(page).getByRole('button', { name: 'Choose a folder…' }).click()
  const save = saveDialog(page).getByRole('button', { name: /^Save \d+ documents?/ })
  await expect(save).toBeEnabled()
  await save.focus()
  const kinds = ['signed', 'issued', 'titleHeld', 'transferDrafted'] as const
  for (const kind of kinds) await Promise.all(others.slice(0, 250).map((other) => feed.change(other, kind)))
  // Behind the dialog nothing has a role.
  await expect(page.locator('[aria-label="Inbox, more than 99 waiting"]')).toBeVisible()
  await expect(save).toBeFocused()
  await expect(saveDialog(page)).toContainText('1 parcel set')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Last save' })).toContainText('Done')
  await expect(page.getByRole('status', { name: 'Entries' })).toContainText('1,001 entries')
  await expect(currentEntry(page)).toContainText(set.row.parcelRef)
})

feedTest('an entry of another account says whose it is, and leads there', async ({ page, feed }) => {
  const [set] = feed.sets
  if (set === undefined) throw new Error('the demo data has a set')
  await startFeed(page, feed)
  await feed.change(set, 'issued')
  await goToInbox(page)
  await page.keyboard.press('j')
  await expect(shownEntry(page).getByRole('tab', { name: 'Documents' })).toBeVisible()

  const other = await startExchangeService({ data: demoData({ referenceMatch: 'partial' }) })
  await (await menuOf(page, 'Demo service')).getByRole('menuitem', { name: 'Sign in with another account…' }).click()
  await fillSignInForm(page, { ...demoUser, address: other.url, environment: 'Test', name: null })
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await leaveFirstField(page)
  await goToInbox(page)
  await page.keyboard.press('j')
  await expect(shownEntry(page)).toContainText('It is from Demo service')
  await expect(shownEntry(page).getByRole('button', { name: 'Search for it' })).toBeHidden()
  await shownEntry(page).getByRole('button', { name: 'Switch to it' }).click()
  await expect(page).toHaveTitle('TEST · Demo service – Parcel Desk')
  await goToInbox(page)
  await page.keyboard.press('j')
  await expect(shownEntry(page).getByRole('tab', { name: 'Documents' })).toBeVisible()
  await other.close()
})
