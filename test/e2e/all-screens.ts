import type { Page } from 'playwright/test'
import { changeState } from '../exchange-service/change-state.ts'
import type { ExchangeService } from '../exchange-service/start-exchange-service.ts'
import { expect, signIn } from './desk-test.ts'
import { CUSTOMER, entries, follow, goToInbox, openSection, saveAutomatically, shownEntry } from './feed-steps.ts'
import { runCommand } from './palette-steps.ts'
import { rows, title } from './results-grid.ts'
import { chooseFurther, findShipments, openSave, reaches, showFields } from './save-journey.ts'

/**
 * With `over`, only the open list, menu, panel or dialog is examined: what is behind it cannot be reached, and has a look of
 * its own.
 */
export type Look = (screen: string, over?: 'listbox' | 'menu' | 'dialog') => Promise<void>

/** Goes through signing in, searching and reading, and looks at each screen. */
export async function walkToRead(page: Page, look: Look): Promise<void> {
  await page.getByText('More', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Address of the service' }).fill('http://127.0.0.1:1')
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByText('It does not work')).toBeVisible()
  await look('sign-in')
  await signIn(page)
  await look('search, nothing searched')
  await showFields(page)
  await page.getByRole('combobox', { name: 'Customers' }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await look('search, customers', 'listbox')
  await page.keyboard.press('Escape')
  await chooseFurther(page, 'Show further filters')
  await look('search, more filters')
  await chooseFurther(page, 'Hide the further filters')
  await findShipments(page, 'SHP-0001')
  await leaveTooltip(page)
  await look('search, results')
  await rows(page).first().getByRole('rowheader').first().click()
  await expect(page.locator('.textLayer').first()).toContainText('BILL OF LADING')
  await look('search, set chosen')
  await rows(page).first().getByRole('rowheader').first().dblclick()
  await expect(page.locator('.textLayer').first()).toContainText('BILL OF LADING')
  await look('set, document')
  await page.getByRole('button', { name: 'Show beside' }).nth(1).click()
  // Until it is there, it can be cancelled.
  await expect(
    page
      .getByRole('region', { name: /^Preview of/ })
      .nth(1)
      .locator('.textLayer')
      .first(),
  ).toBeAttached()
  await look('set, two documents')
  await page.getByRole('tab', { name: 'Fields' }).click()
  await look('set, fields on the whole window')
  await page.keyboard.press('Escape')
  await look('set, fields')
  await page.getByRole('tab', { name: 'Timeline' }).click()
  await look('set, timeline')
}

/** The row of the search has become shorter, and another button lies under the pointer, whose tooltip stands in no landmark. */
async function leaveTooltip(page: Page): Promise<void> {
  await page.mouse.move(0, 0)
  await expect(page.getByRole('tooltip')).toBeHidden()
}

/** Goes through the places where documents are kept, and what lies over every place. */
export async function walkToKeep(page: Page, look: Look): Promise<void> {
  await findShipments(page, 'SHP-0003')
  const dialog = await openSave(page)
  const save = dialog.getByRole('button', { name: /^Save \d+ documents$/ })
  await expect(save).toBeEnabled()
  await look('save dialog', 'dialog')
  await save.click()
  await reaches(page, 'Done')
  await look('downloads')
  await page.getByRole('button', { name: 'Verify folder' }).click()
  await expect(page.getByRole('dialog', { name: 'Verify folder' })).toContainText('there and unchanged')
  await look('verify folder', 'dialog')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Undo this save…' }).click()
  await expect(page.getByRole('button', { name: /^Remove \d+ files$/ })).toBeVisible()
  await look('undo a save', 'dialog')
  await page.keyboard.press('Escape')
  // A dialog that is still closing hides from screen readers what opens meanwhile.
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Find anything, or run a command' })).toBeVisible()
  await look('palette', 'dialog')
  await page.keyboard.type('shp-0003')
  await expect(page.getByRole('group', { name: 'Parcels' })).toBeVisible()
  await look('palette, found', 'dialog')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+3')
  await look('worklist, empty')
  await page.getByRole('textbox', { name: 'Shipment references' }).fill('SHP-0100\nNOPE\nSHP-0003')
  await page.getByRole('button', { name: 'Look them up' }).click()
  await expect(page.getByRole('status', { name: 'Lines' })).toContainText('checked')
  await look('worklist')
  await page.getByRole('grid').getByRole('gridcell').first().focus()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await look('shortcut sheet', 'dialog')
  await page.keyboard.press('Escape')
  for (const section of ['Folders', 'Automatic saving', 'Appearance', 'Diagnostics']) {
    await openSection(page, section)
    await look(`settings, ${section}`)
  }
  await expect(page.getByText('SQLite')).toBeVisible()
  await openSection(page, 'Accounts')
  await page.getByRole('region', { name: 'Accounts' }).getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByText('All of it works')).toBeVisible()
  await look('settings')
  await page.keyboard.press('Control+1')
  await look('inbox')
}

/** Goes through what tells of changes: its settings and dialogs, and the inbox with entries in it. */
export async function walkToHear(page: Page, look: Look, service: ExchangeService): Promise<void> {
  await goToInbox(page)
  await expect(page.getByRole('heading', { name: 'No customer is followed yet' })).toBeVisible()
  await look('inbox, nobody followed')
  await follow(page)
  await lookAtDialogs(page, look)
  const checks = await openSection(page, 'Checks by searching')
  await expect(checks.getByRole('status')).toContainText('Last checked')
  const { customerId = '' } = service.data.counterparties.find(({ customerName }) => customerName === CUSTOMER) ?? {}
  for (const set of service.data.search({ customerIds: [customerId], status: 'ACTIVE' }).slice(0, 3)) {
    changeState(set, { kind: 'transferDrafted', actor: 'Somebody', company: 'Bank', at: new Date() })
  }
  await checks.getByRole('button', { name: 'Check now' }).click()
  await goToInbox(page)
  // Not the number in the settings: a set that the index does not have yet brings another check, which finds nothing new.
  await expect(entries(page)).toHaveCount(3)
  await look('inbox')
  await openSection(page, 'Checks by searching')
  await expect(checks.getByRole('status')).toContainText('Last checked')
  await look('settings of the feed, checked')
  await goToInbox(page)
  const isNarrow = (page.viewportSize()?.width ?? 0) < 1200
  // Beside the list the entry is there at the first click; a second one gives it the whole window.
  await entries(page)
    .first()
    .click({ clickCount: isNarrow ? 2 : 1 })
  await expect(shownEntry(page)).toBeVisible()
  await page.getByRole('tab', { name: 'Message' }).click()
  await page.getByRole('button', { name: 'What was compared' }).click()
  // It counts as read once it was in sight for a moment, which changes what its button does.
  await expect(page.getByRole('button', { name: 'Mark as unread' })).toBeVisible()
  await look('inbox, entry')
  await page.keyboard.press('b')
  await expect(page.getByRole('dialog', { name: 'Snooze 1 entry until' })).toBeVisible()
  await look('snooze', 'dialog')
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Documents' }).click()
  await expect(page.locator('.textLayer').first()).toBeAttached()
  await look('inbox, set')
}

async function lookAtDialogs(page: Page, look: Look): Promise<void> {
  await openSection(page, 'Queues')
  await page.getByRole('button', { name: 'Add a connection…' }).click()
  await page.getByText('Certificates', { exact: true }).click()
  await page.getByText('Advanced', { exact: true }).click()
  await page.getByRole('button', { name: 'Save the connection' }).click()
  await look('queue connection, with problems', 'dialog')
  await page.keyboard.press('Escape')
  await saveAutomatically(page, 'when a set reaches a state')
  await look('rule that saves', 'dialog')
  await page.keyboard.press('Escape')
  const schedule = await saveAutomatically(page, 'at set times')
  await expect(schedule).toContainText('Next: ')
  await look('schedule', 'dialog')
  await page.keyboard.press('Escape')
  await expect(schedule).toBeHidden()
  await openSection(page, 'Desktop notifications')
  await page.getByText('No notifications at certain hours').click()
  await page.getByRole('button', { name: 'Add a rule…' }).click()
  await look('rule for notifications', 'dialog')
  await page.getByRole('button', { name: 'Save the rule' }).click()
}

/** Goes through what opens over a screen and what no other walk opens: dialogs, panels and menus. */
export async function walkOverlays(page: Page, look: Look, service: ExchangeService): Promise<void> {
  await page.keyboard.press('Control+2')
  await findShipments(page, 'SHP-0003')
  await lookAtDialog(page, look, { command: 'save this search', dialog: 'Save this search' })
  await page.getByRole('button', { name: 'Columns' }).click()
  await expect(page.getByRole('dialog', { name: 'Columns' })).toBeVisible()
  await look('columns', 'dialog')
  await page.keyboard.press('Escape')
  await title(page, 'State').click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: 'Filter…' })).toBeVisible()
  await look('menu of a column', 'menu')
  await page.getByRole('menuitem', { name: 'Filter…' }).click()
  await expect(page.getByRole('dialog', { name: 'Filter by state' })).toBeVisible()
  await look('filter of a column', 'dialog')
  await page.keyboard.press('Escape')
  await rows(page).first().click({ button: 'right' })
  await expect(page.getByRole('menu', { name: 'Parcel set' })).toBeVisible()
  await look('menu of a set', 'menu')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu', { name: 'Parcel set' })).toBeHidden()
  await expect(page.locator('.textLayer').first()).toContainText('BILL OF LADING')
  await lookAtDialog(page, look, { command: 'document properties', dialog: 'Document properties' })
  const gate = service.hold('document')
  await page.keyboard.press('Control+ArrowDown')
  await expect(rows(page).first().locator(':focus')).toBeAttached()
  await page.keyboard.press('Control+a')
  await lookAtDialog(page, look, { command: 'print all documents', dialog: 'Print' })
  gate.open()
  const save = await openSave(page)
  await save.getByRole('button', { name: 'Save pattern…' }).click()
  const naming = page.getByRole('dialog', { name: 'Save pattern' })
  await expect(naming).toBeVisible()
  await look('save pattern', 'dialog')
  await page.keyboard.press('Escape')
  await expect(naming).toBeHidden()
  await expect(save.locator(':focus')).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(save).toBeHidden()
  await page.keyboard.press('Control+3')
  const references = page.getByRole('textbox', { name: 'Shipment references' })
  const lines = page.getByRole('status', { name: 'Lines' })
  await expect(references.or(lines).first()).toBeVisible()
  // Another walk may have kept a list.
  if (await references.isVisible()) {
    await references.fill('SHP-0100')
    await page.getByRole('button', { name: 'Look them up' }).click()
  }
  await expect(lines).toContainText('checked')
  await lookAtDialog(page, look, { command: 'rename', dialog: 'Rename the worklist' })
  await lookAtDialog(page, look, { command: 'add lines', dialog: 'Add lines' })
}

async function lookAtDialog(page: Page, look: Look, opened: { command: string; dialog: string }): Promise<void> {
  await runCommand(page, opened.command)
  const dialog = page.getByRole('dialog', { name: opened.dialog })
  await expect(dialog).toBeVisible()
  await look(opened.dialog, 'dialog')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}
