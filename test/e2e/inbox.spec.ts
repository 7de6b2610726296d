import { readdir } from 'node:fs/promises'
import type { Locator, Page } from 'playwright/test'
import { expect } from './desk-test.ts'
import { feedTest as test } from './feed-desk.ts'
import {
  currentEntry,
  describeRule,
  entries,
  goToInbox,
  inbox,
  saveAutomatically,
  settingsOf,
  shownEntry,
  startFeed,
} from './feed-steps.ts'
import { tabTo } from './tab-to.ts'

const NARROW = { width: 1024, height: 700 }

const toast = (page: Page): Locator => page.getByRole('region', { name: 'Notices' })

test.describe('the inbox', () => {
  test('shows a newcomer what changed, who did it and the set concerned, and what a rule saved automatically', async ({
    page,
    desk,
    feed,
    folder,
  }) => {
    test.slow()
    const [set, other] = feed.sets
    if (set === undefined || other === undefined) throw new Error('the demo data has two sets')
    await goToInbox(page)
    await expect(page.getByRole('heading', { name: 'No customer is followed yet' })).toBeVisible()
    await page.getByRole('button', { name: 'Choose customers to follow' }).click()
    await expect(page.getByRole('combobox', { name: 'Customers to follow' })).toBeFocused()
    await page.keyboard.press('Escape')
    await startFeed(page, feed)

    await feed.change(set, 'signed')
    await expect(toast(page)).toContainText(`${set.row.parcelRef} was signed`)
    await toast(page).getByRole('button', { name: 'Open' }).click()
    await expect(shownEntry(page)).toContainText('Ingrid Solheim')
    await expect(shownEntry(page)).toContainText(set.row.shipmentRef)
    await expect(currentEntry(page)).toContainText(set.row.parcelRef)
    await expect(page.locator('.textLayer').first()).toContainText('BILL OF LADING')
    await page.getByRole('tab', { name: 'Timeline' }).click()
    await expect(page.getByRole('tabpanel')).toContainText('Ingrid Solheim')
    await page.getByRole('tab', { name: 'Message' }).click()
    await expect(page.getByRole('tabpanel')).toContainText('Transaction id')

    await addSavingRule(page)
    await feed.change(set, 'issued')
    await goToInbox(page)
    await expect(entries(page).first()).toContainText('Saved')
    await entries(page).first().click()
    await expect(shownEntry(page).getByRole('region', { name: 'Rules' })).toContainText('Issued bills')
    const saved = await readdir(folder)
    expect(saved.filter((name) => name.includes(set.row.parcelRef))).toHaveLength(set.row.documents.length)

    // In Downloads what a rule saved is one row a day, its parcels inside.
    await page.getByRole('button', { name: 'Downloads', exact: true }).click()
    const row = page.getByRole('listbox', { name: 'Saves' }).getByRole('option')
    await expect(row).toHaveCount(1)
    await expect(row).toContainText('Issued bills')
    await expect(row).toContainText('1 set')
    await feed.change(other, 'issued')
    // Its notice would take the place of the one that follows below.
    await expect(toast(page)).toContainText(`${other.row.parcelRef} was issued`)
    await expect(row).toContainText('2 sets')
    await expect(row).toHaveCount(1)
    const parcels = page.getByRole('listbox', { name: 'Parcels of the rule' }).getByRole('option')
    await expect(parcels).toHaveText([new RegExp(other.row.parcelRef), new RegExp(set.row.parcelRef)])
    await parcels.last().click()
    await expect(parcels.last()).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('region', { name: 'Save', exact: true })).toContainText(set.row.parcelRef)
    await parcels.first().click({ button: 'right' })
    await expect(parcels.first()).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('menuitem', { name: 'Copy the path of the folder' }).click()
    await expect(page.getByText('Path copied')).toBeVisible()
    expect(await desk.readClipboard()).toBe(folder)

    const onDisk = await lookUpSaved(page, set.row.shipmentRef)
    await expect(onDisk).toHaveText('Yes')
    // A worklist that is being looked at says at once that what it shows as saved has changed.
    await feed.change(set, 'titleHeld')
    await expect(onDisk).toHaveText('Changed since saved')
  })

  test('opens the entry of a notification, keeps its place in a narrow window, and exports what it is filtered by @soak', async ({
    page,
    feed,
    desk,
    root,
  }) => {
    const [first, second] = feed.sets
    if (first === undefined || second === undefined) throw new Error('the demo data has sets')
    const wide = page.viewportSize() ?? { width: 1440, height: 900 }
    await page.setViewportSize(NARROW)
    await startFeed(page, feed)
    await page.setViewportSize(wide)
    await feed.change(first, 'signed')
    await toast(page).getByRole('button', { name: 'Open' }).click()
    await expect(shownEntry(page)).toContainText(first.row.parcelRef)
    await expect(currentEntry(page)).toContainText(first.row.parcelRef)
    await readInNarrowWindow(page)
    await page.setViewportSize(wide)

    await feed.change(second, 'titleHeld')
    await feed.publish(['{"setId":', ''])
    await expect(entries(page)).toHaveCount(4)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('button', { name: 'How it came' }).click()
    await page.getByRole('option', { name: 'Unreadable' }).click()
    await page.keyboard.press('Escape')
    await expect(entries(page)).toHaveCount(2)
    await page.keyboard.press('j')
    await expect(shownEntry(page)).toContainText('It is kept below as received')
    await page.getByRole('button', { name: 'Remove all filters' }).click()
    await page.getByRole('searchbox', { name: 'Find in the inbox' }).fill(second.row.parcelRef)
    await expect(entries(page)).toHaveCount(1)
    await expect(entries(page)).toContainText('Title held')

    await desk.answerDialogs(`${root}/inbox.csv`)
    await page.getByRole('button', { name: 'Export…' }).click()
    await page.getByRole('menuitem', { name: 'Export as CSV…' }).click()
    await expect(toast(page)).toContainText('1 entry exported')
    await page.getByRole('searchbox', { name: 'Find in the inbox' }).fill('nobody')
    await expect(page.getByRole('heading', { name: 'No entry matches' })).toBeVisible()
  })

  test('is worked through by keyboard, and every mark can be undone', async ({ page, feed }) => {
    await startFeed(page, feed)
    for (const set of feed.sets.slice(0, 4)) await feed.change(set, 'issued')
    await page.keyboard.press('Control+1')
    await expect(entries(page)).toHaveCount(4)
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    const reference = feed.sets[2]?.row.parcelRef ?? ''
    await expect(currentEntry(page)).toContainText(reference)
    await page.keyboard.press('s')
    await expect(toast(page)).toContainText('1 entry flagged')
    await page.keyboard.press('e')
    await expect(entries(page)).toHaveCount(3)
    await expect(currentEntry(page)).toContainText(feed.sets[1]?.row.parcelRef ?? '')
    // The newest takes the place of what was said before, and is gone with what it offers.
    await expect(toast(page).getByRole('status')).toHaveText(['1 entry done'])
    await page.keyboard.press('Control+z')
    await expect(entries(page)).toHaveCount(4)
    await expect(page.getByText('1 entry done')).toHaveCount(0)
    await expect(currentEntry(page)).toContainText(reference)
    await page.keyboard.press('u')
    await page.keyboard.press('x')
    await page.keyboard.press('k')
    await page.keyboard.press('x')
    await expect(page.getByRole('status', { name: 'Entries' })).toHaveText('4 entries · 2 ticked')
    await page.keyboard.press('e')
    await expect(entries(page)).toHaveCount(2)

    await page.reload()
    await expect(entries(page)).toHaveCount(2)
    await tabTo(page, page.getByRole('radio', { name: 'Open 2' }))
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByRole('radio', { name: 'Done 2' })).toBeChecked()
    await expect(entries(page).filter({ hasText: reference })).toHaveCount(1)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByRole('radio', { name: 'Flagged 1' })).toBeChecked()
    await expect(entries(page)).toHaveCount(1)
  })

  test('never moves what is being read when others arrive, be it one of few or of many @soak', async ({
    page,
    feed,
  }) => {
    await startFeed(page, feed)
    let published = 0
    const publishTo = async (count: number): Promise<void> => {
      for (const set of feed.sets.slice(published, count)) await feed.change(set, 'issued')
      published = count
    }
    for (const many of [4, 30]) {
      // In a window where nothing is being read yet.
      if (published > 0) await page.reload()
      await publishTo(many)
      await goToInbox(page)
      await expect(page.getByRole('status', { name: 'Entries' })).toHaveText(`${many} entries`)
      await entries(page).nth(3).click()
      // It takes room from the list.
      await expect(shownEntry(page)).toBeVisible()
      const before = await currentEntry(page).boundingBox()
      await publishTo(many + 3)
      const newAbove = page.getByRole('button', { name: '3 unread above' })
      await expect(newAbove).toBeVisible()
      expect(await currentEntry(page).boundingBox()).toEqual(before)
      const [pill, list] = [await newAbove.boundingBox(), await inbox(page).locator('..').boundingBox()]
      expect((pill?.y ?? 0) + (pill?.height ?? 0), 'it covers no row').toBeLessThanOrEqual(list?.y ?? 0)
      await newAbove.click()
      await expect(newAbove).toBeHidden()
      await expect(entries(page).first()).toContainText(feed.sets[many + 2]?.row.parcelRef ?? '')
    }
  })
})

/** One that saves the documents of every issued set, into the folder that is chosen. */
async function addSavingRule(page: Page): Promise<void> {
  const dialog = await saveAutomatically(page, 'when a set reaches a state')
  await describeRule(dialog, 'Issued bills')
  await dialog.getByRole('textbox', { name: 'Name pattern' }).fill('{parcelRef} {documentId}')
  await dialog.getByRole('button', { name: 'Save the rule' }).click()
  await expect(settingsOf(page, 'Automatic saving')).toContainText('becomes Issued, save all its documents.')
}

/** What a worklist says of the shipment’s documents on this computer. */
async function lookUpSaved(page: Page, reference: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Worklist', exact: true }).click()
  await page.getByRole('textbox', { name: 'Shipment references' }).fill(reference)
  await page.getByRole('button', { name: 'Look them up' }).click()
  const line = page.getByRole('grid', { name: 'Worklist' }).getByRole('row').filter({ hasText: reference })
  return line.locator('[data-column="saved"]')
}

/** There an entry covers the inbox, and gives it back. */
async function readInNarrowWindow(page: Page): Promise<void> {
  await page.setViewportSize(NARROW)
  await page.reload()
  await goToInbox(page)
  await entries(page).first().dblclick()
  await expect(shownEntry(page).getByRole('tab', { name: 'Documents' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(shownEntry(page)).toBeHidden()
  await expect(inbox(page)).toBeVisible()
}
