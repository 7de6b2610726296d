import type { Locator, Page } from 'playwright/test'
import { expect } from './expect.ts'

export const CUSTOMER = 'Aurora Grain AG'

interface QueueToEnter {
  broker: { host: string; port: number }
  /** With the placeholder of the customer. */
  queue: string
}

export const inbox = (page: Page): Locator => page.getByRole('grid', { name: 'Inbox' })
export const entries = (page: Page): Locator =>
  inbox(page)
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') })
/** The row where the keyboard is. */
export const currentEntry = (page: Page): Locator => inbox(page).locator('tr[data-current]')
/** All about the entry that the keyboard is on. */
export const shownEntry = (page: Page): Locator => page.getByRole('article', { name: 'Entry' })
export const settingsOf = (page: Page, section: string): Locator =>
  page.getByRole('region', { name: section, exact: true })

export async function goToInbox(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'Inbox' }).click()
}

export async function goToSettings(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'Settings' }).click()
}

/** A section of the settings, opened with its page from wherever the user is. */
export async function openSection(page: Page, title: string): Promise<Locator> {
  const sections = page.getByRole('navigation', { name: 'Sections' })
  if (!(await sections.isVisible())) await goToSettings(page)
  await expect(sections).toBeVisible()
  const link = sections.getByRole('button', { name: title, exact: true })
  if (!(await link.isVisible())) await sections.getByRole('button', { name: 'Connection (for IT)' }).click()
  await link.click()
  await expect(settingsOf(page, title)).toBeVisible()
  return settingsOf(page, title)
}

/** Follows the customer, in the settings. */
export async function follow(page: Page, name = CUSTOMER): Promise<void> {
  // At the top of the page nothing scrolls when the field takes the focus: that would close its list.
  await openSection(page, 'Followed customers')
  const option = page.getByRole('option').filter({ has: page.getByText(name, { exact: true }) })
  // A page hears of its scrolling later. A list that opened before is closed by that, faster than any hand, and opens again.
  await expect(async () => {
    await page.getByRole('combobox', { name: 'Customers to follow' }).fill('')
    await page.getByRole('combobox', { name: 'Customers to follow' }).fill(name)
    await option.click({ timeout: 5_000 })
  }).toPass()
  await page.keyboard.press('Escape')
  await expect(settingsOf(page, 'Followed customers').getByRole('listitem').filter({ hasText: name })).toBeVisible()
}

/** Enters the queue, in the settings. */
export async function connect(page: Page, { broker, queue }: QueueToEnter, password = 'guest'): Promise<void> {
  await openSection(page, 'Queues')
  await page.getByRole('button', { name: 'Add a connection…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a queue connection' })
  await dialog.getByRole('textbox', { name: 'Hosts' }).fill(`${broker.host}:${broker.port}`)
  await dialog.getByRole('textbox', { name: 'Queue' }).fill(queue)
  await dialog.getByRole('textbox', { name: 'User name' }).fill('guest')
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByText('Encrypt the connection').click()
  await dialog.getByRole('button', { name: 'Save the connection' }).click()
  await expect(dialog).toBeHidden()
}

/** Opens the dialog of what is saved when a set reaches a state, or at set times. */
export async function saveAutomatically(
  page: Page,
  when: 'when a set reaches a state' | 'at set times',
): Promise<Locator> {
  await openSection(page, 'Automatic saving')
  await page.getByRole('button', { name: 'Save automatically…' }).click()
  await page.getByRole('menuitem', { name: `Save ${when}…` }).click()
  return page.getByRole('dialog', { name: `Save ${when}` })
}

/** Fills in the dialog of a rule that acts when a set becomes Issued, up to the folder that it saves into. */
export async function describeRule(dialog: Locator, name: string): Promise<void> {
  await dialog.getByRole('textbox', { name: 'Name of the rule' }).fill(name)
  await dialog.getByText('Issued', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Choose a folder…' }).click()
  await expect(dialog.getByRole('button', { name: /saved to this folder$/ })).toBeVisible()
}

/** Reads the warning and takes messages nevertheless. */
export async function switchOn(page: Page): Promise<void> {
  await openSection(page, 'Queues')
  await page.getByRole('button', { name: 'Switch on…' }).click()
  await page.getByRole('button', { name: 'Take messages on this desk' }).click()
  await expect(page.getByRole('alertdialog')).toBeHidden()
}

/** The feed of the customer, live. Without checks: one that runs just then would find what the test is about to publish. */
export async function startFeed(page: Page, feed: QueueToEnter): Promise<void> {
  const checks = await openSection(page, 'Checks by searching')
  await checks.getByText('Check by searching', { exact: true }).click()
  await expect(checks.getByRole('checkbox')).not.toBeChecked()
  await follow(page)
  await connect(page, feed)
  await switchOn(page)
  await expect(page.getByRole('button', { name: 'Feed live' })).toBeVisible()
}
