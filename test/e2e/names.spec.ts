import type { Page } from 'playwright/test'
import { changeState } from '../exchange-service/change-state.ts'
import { demoData } from '../exchange-service/demo-data.ts'
import { expect } from './desk-test.ts'
import { feedTest as test } from './feed-desk.ts'
import { CUSTOMER, entries, goToInbox, shownEntry, startFeed } from './feed-steps.ts'
import { paletteField } from './palette-steps.ts'
import { findCustomers, openSave, reaches, shownJob } from './save-journey.ts'

const data = demoData({ setsPerCustomer: 2 })
const customer = data.counterparties.find(({ customerName }) => customerName === CUSTOMER)
const sets = data.sets.filter(({ customerId }) => customerId === customer?.customerId)
const [VESSEL, BILL, NOTE, ACTOR] = ['אילת 7', 'שטר מטען (12)', 'لبنك النيل 2', 'יעל כהן']
for (const { row } of sets) {
  Object.assign(row, {
    vesselName: VESSEL,
    cargoName: 'قمح 2026',
    loadPort: 'ميناء حيفا',
    destinationName: '부산',
    fromParty: 'شركة النيل (2)',
    consignorCompanyName: '株式会社東洋 3',
    consigneeCompanyName: '海洋贸易有限公司 4',
  })
  for (const document of row.documents) document.name = `${BILL}.pdf`
}

/** Every name on the page that is read from the right and could turn around what stands beside it. */
const NOT_ISOLATED = `(() => {
  const fromRight = /[\\p{Script=Hebrew}\\p{Script=Arabic}]/u
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found = []
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode
    const rest = data.replaceAll(/\\u2068[^\\u2069]*\\u2069/gu, '')
    if (fromRight.test(rest) && parentElement.closest('bdi, [dir=auto], style, script') === null) found.push(data)
  }
  return found
})()`

const expectIsolated = async (page: Page): Promise<void> => {
  await expect.poll(() => page.evaluate(NOT_ISOLATED)).toEqual([])
}

test.use({ serviceOptions: { data } })

test('names in Hebrew, Arabic, Korean, Japanese and Chinese turn nothing around, wherever they are listed @soak', async ({
  page,
  feed,
}) => {
  const [set] = sets
  if (set === undefined) throw new Error(`${CUSTOMER} has sets`)
  await startFeed(page, feed)
  const acting = { actor: ACTOR, company: 'حيفا 5', at: new Date() }
  await feed.publish([changeState(set, { kind: 'signed', ...acting })])
  await goToInbox(page)
  await expect(entries(page)).toContainText([ACTOR])
  await entries(page).first().click()
  await expect(shownEntry(page)).toContainText(ACTOR)
  await expectIsolated(page)

  await page.keyboard.press('Control+2')
  await findCustomers(page, CUSTOMER)
  const rows = page.getByRole('grid', { name: 'Parcel sets' }).getByRole('row')
  await expect(rows.filter({ hasText: VESSEL })).toHaveCount(sets.length)
  await rows.nth(1).getByRole('rowheader').first().click()
  await expect(page.getByRole('region', { name: 'Pages' })).toBeVisible()
  await expectIsolated(page)

  await page.keyboard.press('Control+k')
  await paletteField(page).fill('אילת')
  await expect(page.getByRole('listbox', { name: 'Found' }).getByRole('option').first()).toContainText('אילת')
  await expectIsolated(page)
  await page.keyboard.press('Escape')
  await expect(paletteField(page)).toBeHidden()

  await page.keyboard.press('Control+3')
  const target = page.getByRole('textbox', { name: 'Shipment references' })
  await target.fill(`Shipment\tRemark\n${set.row.shipmentRef}\t${NOTE}`)
  await page.getByRole('button', { name: 'Look them up' }).click()
  await expect(page.getByRole('grid', { name: 'Worklist' })).toContainText(NOTE)
  await expect(page.getByRole('status', { name: 'Lines' })).toContainText('checked')
  await expectIsolated(page)

  const dialog = await openSave(page)
  await expect(dialog.getByRole('button', { name: /^Save \S+ documents?/ })).toBeEnabled()
  await expectIsolated(page)
  await dialog.getByRole('button', { name: /^Save \S+ documents?/ }).click()
  await reaches(page, 'Done')
  await expect(shownJob(page)).toContainText(BILL)
  await expectIsolated(page)
})
