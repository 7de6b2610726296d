import type { Locator, Page } from 'playwright/test'
import { expect } from './desk-test.ts'
import { type Feed, feedTest as test } from './feed-desk.ts'
import { CUSTOMER, entries, follow, goToInbox, openSection, settingsOf } from './feed-steps.ts'

const STREAM = { 'x-queue-type': 'stream' }

/** The stream of the customer, as the administrator of the firm’s broker makes it, empty. */
async function makeStream({ broker, sets }: Feed): Promise<string> {
  const stream = `parcel.${sets[0]?.customerId ?? ''}`
  await broker.deleteQueue(stream)
  await broker.declareQueue(stream, STREAM)
  return stream
}

const followed = (page: Page): Locator =>
  settingsOf(page, 'Followed customers').getByRole('listitem').filter({ hasText: CUSTOMER })
const message = (reference: string, { sets }: Feed): string =>
  JSON.stringify({
    setId: sets[0]?.row.setId,
    parcelReference: reference,
    customerId: sets[0]?.customerId,
    newStatus: 'Signed',
    action: 'Sign',
    updatedDate: 'Fri Nov 20 10:11:12 UTC 2026',
  })

test.describe('the firm’s streams', () => {
  test('are set up by mouse, tested before they are kept, and read from their first message', async ({
    page,
    feed,
  }) => {
    const stream = await makeStream(feed)
    await feed.broker.publish(stream, [message('PR-BEFORE', feed)])
    const checks = await openSection(page, 'Checks by searching')
    await checks.getByText('Check by searching', { exact: true }).click()
    await follow(page)
    const source = await openSection(page, 'Source of messages')
    await source.getByText('gives every message to every desk').click()
    const streams = settingsOf(page, 'Firm’s streams')
    await expect(streams).toContainText('Nothing is read yet')
    await expect(settingsOf(page, 'Queues')).toContainText('takes no messages from a queue')
    await streams.getByText('With the oldest that is kept').click()
    await expect(streams.getByRole('radio', { name: 'With the oldest that is kept' })).toBeChecked()

    await streams.getByRole('button', { name: 'Add your firm’s broker…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add your firm’s broker' })
    await expect(dialog.getByRole('textbox', { name: 'Stream' })).toHaveValue('parcel.{customerId}')
    await dialog.getByRole('textbox', { name: 'Hosts' }).fill(`${feed.broker.host}:${feed.broker.port}`)
    await dialog.getByRole('textbox', { name: 'Stream' }).fill('parcel.of-nobody')
    await dialog.getByRole('textbox', { name: 'User name' }).fill('guest')
    await dialog.getByLabel('Password', { exact: true }).fill('guest')
    await dialog.getByText('Encrypt the connection').click()
    await dialog.getByRole('button', { name: 'Test connection' }).click()
    await expect(dialog).toContainText('has no stream “parcel.of-nobody”')
    await dialog.getByRole('textbox', { name: 'Stream' }).fill('parcel.{customerId}')
    await dialog.getByRole('button', { name: 'Test connection' }).click()
    await expect(dialog).toContainText('It is there, and this user may read it.')
    await dialog.getByRole('button', { name: 'Save the connection' }).click()
    await expect(dialog).toBeHidden()

    await expect(streams).toContainText('1 stream of your firm is read.')
    await openSection(page, 'Followed customers')
    await expect(followed(page)).toContainText('Live')
    await expect(page.getByRole('button', { name: 'Feed live' })).toBeVisible()
    await goToInbox(page)
    await expect(entries(page)).toHaveCount(1)
    await expect(entries(page)).toContainText('PR-BEFORE')
  })

  test('are set up by keyboard, and say in the inbox what was gone until somebody takes note @soak', async ({
    page,
    feed,
  }) => {
    const stream = await makeStream(feed)
    await follow(page)
    const choices = await openSection(page, 'Source of messages')
    await choices.getByRole('radio', { name: 'A queue, for this desk only' }).focus()
    await page.keyboard.press('ArrowDown')
    await expect(choices.getByRole('radio', { name: 'The firm’s streams' })).toBeChecked()

    const streams = settingsOf(page, 'Firm’s streams')
    await streams.getByRole('button', { name: 'Add your firm’s broker…' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Add your firm’s broker' })
    const name = dialog.getByRole('textbox', { name: 'Name of the connection' })
    await expect(name).toBeVisible()
    await name.focus()
    for (const typed of [`${feed.broker.host}:${feed.broker.port}`, undefined, undefined, 'guest', 'guest']) {
      await page.keyboard.press('Tab')
      if (typed === undefined) continue
      await page.keyboard.press('Control+a')
      await page.keyboard.type(typed)
    }
    await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue('guest')
    await dialog.getByRole('checkbox', { name: /^Encrypt the connection/ }).focus()
    await page.keyboard.press('Space')
    await expect(dialog.getByRole('checkbox', { name: /^Encrypt the connection/ })).not.toBeChecked()
    await dialog.getByRole('button', { name: 'Save the connection' }).focus()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await openSection(page, 'Followed customers')
    await expect(followed(page)).toContainText('Live')

    await feed.broker.publish(stream, [message('PR-OLD', feed)])
    await goToInbox(page)
    await expect(entries(page)).toHaveCount(1)
    await makeStream(feed)
    await feed.broker.publish(stream, [message('PR-NEW', feed)])
    const notice = page
      .getByRole('main', { name: 'Inbox' })
      .getByRole('status')
      .filter({ hasText: 'deleted and made anew' })
    await expect(notice).toContainText(CUSTOMER)
    await expect(entries(page).filter({ hasText: 'PR-NEW' })).toHaveCount(1)
    await notice.getByRole('button', { name: 'Take note' }).focus()
    await page.keyboard.press('Enter')
    await expect(notice).toBeHidden()
  })
})
