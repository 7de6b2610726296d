import { leaveFirstField } from '../support/leave-first-field.ts'
import type { Page } from 'playwright/test'
import { entries, follow, goToInbox, openSection, shownEntry } from '../e2e/feed-steps.ts'

interface Screen {
  name: string
  /** From the screen before. */
  go(page: Page): Promise<void>
}

const REFERENCES = ['SHP-0003', 'SHP-0004', 'SHP-0007', 'SHP-0009', 'SHP-0014', 'SHP-9999', 'SHP-0020', 'SHP-0031']

/** A morning at the desk, in order. */
export const screens: readonly Screen[] = [
  {
    name: 'sign-in',
    go: async (page) => {
      await page.getByRole('button', { name: 'Try the demo service' }).waitFor()
    },
  },
  {
    name: 'search-empty',
    go: async (page) => {
      await page.getByRole('button', { name: 'Try the demo service' }).click()
      await leaveFirstField(page)
      await page.getByRole('heading', { name: 'Find parcel sets' }).waitFor()
    },
  },
  {
    name: 'search',
    go: async (page) => {
      await page.keyboard.press('Control+Enter')
      await page.getByText(/^1,\d+ of 1,\d+$/).waitFor()
      await page.getByRole('row').nth(4).click()
      if (isNarrow(page)) return
      await page.getByText('BILL OF LADING', { exact: true }).first().waitFor()
    },
  },
  {
    name: 'set',
    go: async (page) => {
      if (isNarrow(page)) await page.getByRole('row').nth(4).dblclick()
      await page.getByText('BILL OF LADING', { exact: true }).first().waitFor()
      if (isNarrow(page)) return
      await page.getByRole('tab', { name: 'Fields' }).click()
    },
  },
  {
    name: 'save',
    go: async (page) => {
      await leaveSet(page)
      await page.getByRole('row').nth(4).click()
      await page.keyboard.press('Shift+ArrowDown')
      await page.keyboard.press('Shift+ArrowDown')
      await page.keyboard.press('Control+s')
      await page.getByRole('button', { name: 'Choose a folder…' }).click()
      await page.getByRole('button', { name: /^Save \d+ documents$/ }).waitFor()
    },
  },
  {
    name: 'downloads',
    go: async (page) => {
      await page.getByRole('button', { name: /^Save \d+ documents$/ }).click()
      await page.getByText('Done').first().waitFor()
    },
  },
  {
    name: 'worklist-empty',
    go: async (page) => {
      await page.getByRole('navigation').getByRole('button', { name: 'Worklist' }).click()
    },
  },
  {
    name: 'worklist',
    go: async (page) => {
      await page.getByRole('textbox', { name: 'Shipment references' }).fill(REFERENCES.join('\n'))
      await page.getByRole('button', { name: 'Look them up' }).click()
      await page.getByRole('button', { name: '1 missing' }).waitFor()
      await page.getByRole('row').nth(1).click()
      if (!isNarrow(page)) await page.getByText('BILL OF LADING', { exact: true }).first().waitFor()
    },
  },
  {
    name: 'settings',
    go: async (page) => {
      await page.getByRole('navigation').getByRole('button', { name: 'Settings' }).click()
    },
  },
  {
    name: 'inbox-empty',
    go: async (page) => {
      await goToInbox(page)
      await page.getByRole('heading', { name: 'No customer is followed yet' }).waitFor()
    },
  },
  {
    name: 'queue',
    go: async (page) => {
      await follow(page)
      await openSection(page, 'Queues')
      await page.getByRole('button', { name: 'Add a connection…' }).click()
    },
  },
  {
    name: 'switch-on',
    go: async (page) => {
      await page.getByRole('button', { name: 'Save the connection' }).click()
      await page.getByRole('button', { name: 'Switch on…' }).click()
    },
  },
  {
    name: 'notifications',
    go: async (page) => {
      await page.getByRole('button', { name: 'Take messages on this desk' }).click()
      await page.getByRole('button', { name: 'Feed live' }).waitFor()
    },
  },
  {
    name: 'inbox',
    go: async (page) => {
      await goToInbox(page)
      // One change after another, and every so often several at once.
      await entries(page).nth(8).waitFor({ timeout: 60_000 })
      await page.keyboard.press('j')
      await page.keyboard.press('j')
      if (!isNarrow(page)) await shownEntry(page).waitFor()
    },
  },
  {
    name: 'inbox-entry',
    go: async (page) => {
      if (isNarrow(page)) await page.keyboard.press('Enter')
      await page.getByRole('tab', { name: 'Message' }).click()
      await page.getByRole('button', { name: 'Message as received' }).click()
    },
  },
  {
    name: 'palette',
    go: async (page) => {
      await page.keyboard.press('Control+k')
      await page.keyboard.type('shp-000')
      await page.getByRole('group', { name: 'Parcels' }).waitFor()
    },
  },
]

function isNarrow(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 1200
}

async function leaveSet(page: Page): Promise<void> {
  if (isNarrow(page)) await page.keyboard.press('Escape')
  else await page.getByRole('tab', { name: 'Documents' }).click()
}
