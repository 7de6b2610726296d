import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from './desk-test.ts'
import { feedTest as test } from './feed-desk.ts'
import { entries, goToInbox, goToSettings, inbox, startFeed } from './feed-steps.ts'

test.describe('an entry that cannot be drawn, or any part of a screen', () => {
  test.use({ allowedErrors: [/spoiled/] })

  test('breaks only its own row, pane or screen, says so, can be retried, and is listed as unreadable @soak', async ({
    page,
    feed,
    dataDir,
  }) => {
    await startFeed(page, feed)
    for (const set of feed.sets.slice(0, 2)) await feed.change(set, 'signed')
    await goToInbox(page)
    await expect(entries(page)).toHaveCount(2)
    await goToSettings(page)
    // Every moment of the inbox is as bad as the one of the finding was.
    await page.evaluate(() => {
      Reflect.set(Date.prototype, 'getHours', () => {
        throw new RangeError('spoiled')
      })
    })
    await goToInbox(page)
    await expect(entries(page)).toHaveText([/This entry cannot be shown/, /This entry cannot be shown/])
    await entries(page).first().click()
    await expect(page.getByRole('heading', { name: 'This entry could not be drawn' })).toBeVisible()

    await page.evaluate(() => {
      // The list is divided by days.
      Reflect.set(Date.prototype, 'getFullYear', () => {
        throw new RangeError('spoiled')
      })
    })
    await goToSettings(page)
    await goToInbox(page)
    await expect(page.getByRole('heading', { name: 'This screen could not be drawn' })).toBeVisible()
    await page.getByRole('button', { name: 'Reload the window' }).click()
    await goToInbox(page)
    await expect(inbox(page)).toBeVisible()
    await expect(entries(page)).toHaveCount(2)
    await expect(entries(page).first()).toContainText(feed.sets[1]?.row.parcelRef ?? '')

    const database = new DatabaseSync(join(dataDir, 'test', 'feed.sqlite'))
    database.exec("UPDATE entries SET seen_at = 'garbage' WHERE id = 1")
    database.close()
    await page.reload()
    await goToInbox(page)
    await expect(entries(page)).toHaveCount(2)
    await expect(entries(page).nth(0)).toContainText(feed.sets[1]?.row.parcelRef ?? '')
    await expect(entries(page).nth(1)).toContainText('A message that could not be read')
    await expect(entries(page).nth(1)).toContainText('–')
    await entries(page).nth(1).click()
    await expect(page.getByText(feed.sets[0]?.row.parcelRef ?? '').first()).toBeVisible()
  })
})
