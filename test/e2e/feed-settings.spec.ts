import type { Page } from 'playwright/test'
import { expect, test as deskTest } from './desk-test.ts'
import { changeState } from '../exchange-service/change-state.ts'
import { policyOf } from '../support/test-policy.ts'
import { feedTest as test } from './feed-desk.ts'
import {
  connect,
  CUSTOMER,
  describeRule,
  entries,
  follow,
  goToInbox,
  openSection,
  saveAutomatically,
  settingsOf,
  switchOn,
} from './feed-steps.ts'
import { callsOfTwoPresses } from './two-presses.ts'

test.describe('the feed settings', () => {
  test('take no message before the warning is confirmed, and say why a queue is refused or missing', async ({
    page,
    feed,
  }) => {
    const late = `${feed.queue}_late`
    await follow(page)
    await connect(page, { ...feed, queue: late }, 'wrong')
    await page.getByRole('button', { name: 'Switch on…' }).click()
    const warning = page.getByRole('alertdialog', { name: 'Messages taken here reach no other program' })
    await expect(warning.getByRole('button', { name: 'Leave it off' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(warning).toBeHidden()
    await expect(settingsOf(page, 'Queues')).toContainText('No messages are taken')
    await expect(page.getByRole('button', { name: 'Checks only' })).toBeVisible()

    await switchOn(page)
    const followed = settingsOf(page, 'Followed customers').getByRole('listitem').filter({ hasText: CUSTOMER })
    await openSection(page, 'Followed customers')
    await expect(followed).toContainText('Refused')
    await expect(page.getByRole('button', { name: 'Feed: trouble' })).toBeVisible()
    await (await openSection(page, 'Queues')).getByRole('button', { name: 'Change Parcel queue' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change “Parcel queue”' })
    await dialog.getByLabel('Password', { exact: true }).fill('guest')
    await dialog.getByRole('button', { name: 'Save the connection' }).click()
    await expect(dialog).toBeHidden()

    await openSection(page, 'Followed customers')
    await expect(followed).toContainText('No such queue')
    await feed.broker.declareQueue(late.replace('{customerId}', feed.sets[0]?.customerId ?? ''))
    // It is tried again automatically too, and then there is nothing left to press.
    const queues = await openSection(page, 'Queues')
    await queues
      .getByRole('button', { name: 'Try now' })
      .click({ timeout: 2_000 })
      .catch(() => undefined)
    await openSection(page, 'Followed customers')
    await expect(followed).toContainText('Live')
    await setNotifications(page)
  })

  test('test a queue before it is kept, by mouse alone: it finds what waits and takes nothing @soak', async ({
    page,
    feed,
  }) => {
    await follow(page)
    await feed.publish(['{}', '{}'])
    await openSection(page, 'Queues')
    await page.getByRole('button', { name: 'Add a connection…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a queue connection' })
    const tryIt = dialog.getByRole('button', { name: 'Test connection' })
    const steps = dialog.getByRole('list', { name: 'Steps of the test' })
    await tryIt.click()
    await expect(dialog.getByText('Type the host, such as queue.example.com.')).toBeVisible()
    await expect(steps).toBeHidden()

    await dialog.getByRole('textbox', { name: 'Hosts' }).fill(`${feed.broker.host}:${feed.broker.port}`)
    await dialog.getByRole('textbox', { name: 'Queue' }).fill(feed.queue)
    await dialog.getByRole('textbox', { name: 'User name' }).fill('guest')
    await dialog.getByLabel('Password', { exact: true }).fill('wrong')
    await dialog.getByText('Encrypt the connection').click()
    await tryIt.click()
    await expect(dialog).toContainText('It does not work: “Log in” failed.')
    // What was found belonged to what was typed.
    await dialog.getByLabel('Password', { exact: true }).fill('guest')
    await expect(steps).toBeHidden()
    await tryIt.click()
    await expect(steps).toContainText('2 messages wait in it, and no program takes them.')
    await expect(dialog).toContainText('All of it works.')
    await dialog.getByRole('button', { name: 'Save the connection' }).click()
    await expect(dialog).toBeHidden()

    const queues = settingsOf(page, 'Queues')
    await queues.getByRole('button', { name: 'Test connection of Parcel queue' }).click()
    await expect(queues).toContainText('2 messages wait in it')
    await switchOn(page)
    const followed = settingsOf(page, 'Followed customers').getByRole('listitem').filter({ hasText: CUSTOMER })
    await openSection(page, 'Followed customers')
    await expect(followed).toContainText('Live for less than a minute.')
    await openSection(page, 'Queues')
    await queues.getByRole('button', { name: 'Test connection of Parcel queue' }).click()
    await expect(queues).toContainText('0 messages wait in it, and this desk takes them.')

    await openSection(page, 'Followed customers')
    await expect(followed).toContainText('0 messages today')
    for (const set of feed.sets.slice(0, 2)) await feed.change(set, 'issued')
    await expect(followed).toContainText('2 messages today')
  })

  test('keep a connection, a rule and a rule for notifications once, however often the button is pressed meanwhile @soak', async ({
    page,
    feed,
    host,
  }) => {
    test.skip(host !== 'shell', 'it holds calls of the shell’s bridge')
    await openSection(page, 'Queues')
    await page.getByRole('button', { name: 'Add a connection…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Hosts' }).fill(`${feed.broker.host}:${feed.broker.port}`)
    await dialog.getByRole('textbox', { name: 'Queue' }).fill(feed.queue)
    await dialog.getByRole('textbox', { name: 'User name' }).fill('guest')
    await dialog.getByLabel('Password', { exact: true }).fill('guest')
    expect(await callsOfTwoPresses(dialog, 'Save the connection', 'feeds.saveBroker')).toBe(1)

    await saveAutomatically(page, 'when a set reaches a state')
    await describeRule(dialog, 'Issued bills')
    expect(await callsOfTwoPresses(dialog, 'Save the rule', 'feeds.saveRule')).toBe(1)

    await (await openSection(page, 'Desktop notifications')).getByRole('button', { name: 'Add a rule…' }).click()
    expect(await callsOfTwoPresses(dialog, 'Save the rule', 'feeds.change')).toBe(1)
  })
})

deskTest.describe('a desk without a queue', () => {
  deskTest('finds changes by checking, and calls them found and not told', async ({ page, service }) => {
    await follow(page)
    const checks = await openSection(page, 'Checks by searching')
    await expect(checks.getByRole('status')).toContainText('Last checked')
    const { customerId = '' } = service.data.counterparties.find(({ customerName }) => customerName === CUSTOMER) ?? {}
    const [set] = service.data.search({ customerIds: [customerId], status: 'ACTIVE' }).slice(0, 1)
    if (set === undefined) throw new Error('the demo data has sets')
    const acting = { kind: 'transferDrafted', actor: 'Somebody', company: 'Bank', at: new Date() } as const
    changeState(set, acting)
    await checks.getByRole('button', { name: 'Check now' }).click()
    // Told by the inbox: the line beside the button is about the last check, and another may follow for a set not seen before.
    await goToInbox(page)
    await expect(entries(page)).toHaveCount(1)
    await expect(entries(page)).toContainText('Found by check')
    // A new window, on another day.
    await page.evaluate('sessionStorage.clear()')
    await page.reload()
    await expect(page.getByRole('main', { name: 'Inbox' })).toBeVisible()
    await expect(entries(page)).toHaveCount(1)
  })
})

deskTest.describe('where the organisation forbids the queue', () => {
  deskTest.skip(({ host }) => host !== 'shell', 'it takes a policy of the test’s own')
  deskTest.use({ ports: { policy: policyOf({ QueueForbidden: true }) } })

  deskTest('it cannot be switched on, and the settings say who forbids it', async ({ page }) => {
    const queues = await openSection(page, 'Queues')
    await expect(queues).toContainText('Messages may not be taken on this computer')
    await expect(queues.getByRole('button', { name: 'Switch on…' })).toBeHidden()
    await expect(settingsOf(page, 'Checks by searching').getByRole('checkbox')).toBeChecked()
  })
})

/** Chooses when notifications are shown on the desktop; the next window still has it. */
async function setNotifications(page: Page): Promise<void> {
  const alerts = await openSection(page, 'Desktop notifications')
  await alerts.getByText('No notifications at certain hours').click()
  await alerts.getByRole('textbox', { name: 'Quiet from' }).fill('21:30')
  await page.keyboard.press('Enter')
  await alerts.getByRole('button', { name: 'Add a rule…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rule for notifications' })
  await dialog.getByText('Drafted', { exact: true }).click()
  // A name that was left unfinished must not make it a rule about every customer.
  await dialog.getByRole('combobox', { name: 'Customers' }).pressSequentially('nobody')
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Save the rule' }).click()
  await expect(dialog).toContainText('No customer chosen for “nobody”')
  await dialog.getByRole('combobox', { name: 'Customers' }).fill('')
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Save the rule' }).click()
  await expect(alerts).toContainText('Do not show Drafted of every customer')
  await alerts.getByRole('button', { name: 'Pause for an hour' }).click()
  await expect(alerts).toContainText('No notifications until')
  await page.reload()
  await openSection(page, 'Desktop notifications')
  await expect(alerts.getByRole('textbox', { name: 'Quiet from' })).toHaveValue('21:30')
  await expect(alerts).toContainText('Do not show Drafted of every customer')
  await alerts.getByRole('button', { name: 'Show them again' }).click()
  await expect(alerts).not.toContainText('No notifications until')
}
