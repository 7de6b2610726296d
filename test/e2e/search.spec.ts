import type { Page } from 'playwright/test'
import { demoData } from '../exchange-service/demo-data.ts'
import { expect, signIn, test } from './desk-test.ts'
import { column, count, rows } from './results-grid.ts'
import { findShipments } from './save-journey.ts'

async function searchNow(page: Page): Promise<void> {
  await page.getByRole('search').getByRole('button', { name: 'Search', exact: true }).click()
}

test.describe('what is searched for', () => {
  test('is customers found by a few letters, each of which can be taken back', async ({ page, service }) => {
    await signIn(page)
    const customers = page.getByRole('combobox', { name: 'Customers' })
    await customers.fill('cote')
    await expect(page.getByRole('option')).toHaveText([/Côte d'Azur Négoce SARL/])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await customers.fill('aurora')
    await page.getByRole('option', { name: /Aurora Grain/ }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Remove Aurora Grain AG' }).click()
    await searchNow(page)
    await expect(count(page)).toHaveText(/^(\d+) of \1$/)
    expect(new Set(await column(page, 'Customer'))).toEqual(new Set(["Côte d'Azur Négoce SARL"]))
    const asked = service.requests.filter(({ endpoint }) => endpoint === 'search').map(({ body }) => body)
    const cote = service.data.counterparties.find(({ customerName }) => customerName.startsWith('Côte'))
    expect(asked).toEqual(asked.map(() => expect.objectContaining({ customerIds: [cote?.customerId] })))
  })

  test('is a column of references pasted from a spreadsheet', async ({ page, desk }) => {
    await signIn(page)
    await desk.writeClipboard('SHP-0003\r\nSHP-0100\r\n"SHP-0003"\r\n\r\n')
    await page.getByRole('textbox', { name: 'Shipments' }).click()
    await page.keyboard.press('Control+v')
    await expect(page.getByRole('grid', { name: 'Shipments' }).getByRole('row')).toHaveText(['SHP-0003', 'SHP-0100'])
    await searchNow(page)
    await expect(count(page)).toHaveText(/^4 of 4$/)
    expect(await column(page, 'Shipment')).toEqual(['SHP-0003', 'SHP-0003', 'SHP-0003', 'SHP-0100'])
  })

  test('is narrowed by status, instance, states and any filter that the service has', async ({ page, service }) => {
    await signIn(page)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('textbox', { name: 'Status sent to the service' }).fill('ALL')
    await page.getByRole('textbox', { name: 'Instance' }).fill('DocHub')
    await page.getByRole('textbox', { name: 'Another filter by its name' }).fill('vesselName')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'vesselName' }).fill('MT Coral Dawn')
    await page.getByRole('button', { name: 'States to list' }).click()
    await page.getByRole('option', { name: 'Issued' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'More (4)' })).toBeVisible()
    await searchNow(page)
    await expect(count(page)).toHaveText(/^\d+ of \d+$/)
    const asked = service.requests.findLast(({ endpoint }) => endpoint === 'search')?.body
    expect(asked).toMatchObject({ status: 'ALL', instance: 'DocHub', vesselName: 'MT Coral Dawn' })
    expect(new Set(await column(page, 'State'))).toEqual(new Set(['Issued']))

    await page.getByRole('button', { name: 'Clear the search' }).click()
    await expect(page.getByRole('button', { name: 'More', exact: true })).toBeVisible()
  })

  test('is kept: searches that were saved, and the last ones', async ({ page }) => {
    await signIn(page)
    await findShipments(page, 'SHP-0003')
    await page.getByRole('button', { name: 'Searches' }).click()
    await page.getByRole('menuitem', { name: 'Save this search…' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Monday')
    await page.getByRole('button', { name: 'Save search' }).click()
    await page.getByRole('button', { name: 'Clear the search' }).click()

    await page.reload()
    await page.getByRole('button', { name: 'Searches' }).click()
    const last = page.getByRole('group', { name: 'Searched last' })
    await expect(last.getByRole('menuitem')).toHaveText(['All customers · SHP-0003'])
    await page.getByRole('group', { name: 'Saved' }).getByRole('menuitem', { name: 'Monday' }).click()
    await expect(count(page)).toHaveText('3 of 3')

    await page.getByRole('button', { name: 'Searches' }).click()
    await page.getByRole('menuitem', { name: 'Remove a saved search' }).click()
    await page.getByRole('menuitem', { name: 'Monday' }).last().click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Searches' }).click()
    await expect(page.getByRole('group', { name: 'Saved' }).getByRole('menuitem')).toHaveText(['Monday'])
  })
})

test.describe('a search that is not complete', () => {
  test.describe('on a service that does not page', () => {
    test.use({ serviceOptions: { paging: 'none' } })

    test('says how many are missing and why', async ({ page }) => {
      await signIn(page)
      await page.getByRole('combobox', { name: 'Customers' }).fill('aurora')
      await page.getByRole('option', { name: /Aurora Grain/ }).click()
      await page.keyboard.press('Escape')
      await searchNow(page)
      await expect(count(page)).toHaveText(/^100 of \d+: the service did not send the rest$/)
    })
  })

  test.describe('on a slow service', () => {
    test.use({ serviceOptions: { delayMs: 250, pageLimit: 20 } })

    test('shows its first rows while others are on their way, and can be stopped', async ({ page, service }) => {
      await signIn(page)
      await searchNow(page)
      await expect(rows(page).first()).toBeVisible()
      const gate = service.hold('search')
      await expect(count(page)).toContainText('so far')
      await rows(page).first().getByRole('gridcell').nth(1).click()
      await expect(page.getByRole('region', { name: 'Set and preview' }).getByRole('heading')).toContainText('PR-2026')
      await page.getByRole('button', { name: 'Stop' }).click()
      await expect(count(page)).toContainText('stopped before the end')
      gate.open()
    })
  })

  test('names the customer that is denied, and shows the others', async ({ page, service }) => {
    const [, denied] = service.data.counterparties
    service.faults.refuseCustomer(denied?.customerId ?? '')
    await signIn(page)
    await searchNow(page)
    const problem = page.getByRole('status').filter({ hasText: denied?.customerName ?? '' })
    await expect(problem).toContainText('This user may not search its sets (403)')
    await expect(count(page)).toContainText('the search is incomplete')
    await expect(rows(page).first()).toContainText('Aurora Grain AG')
  })

  test('says that a web page came instead of an answer, and what to check', async ({ page, service }) => {
    service.faults.add({ match: 'search', kind: 'html' })
    await signIn(page)
    await searchNow(page)
    const said = page.getByRole('main').getByText('could not be read')
    await expect(said.first()).toBeVisible()
    await expect(page.getByText('a proxy or a sign-in page may have answered').first()).toBeVisible()
    await expect(count(page)).not.toHaveText(/^(\d+) of \1$/)
  })

  test.describe('because a password is refused in the middle of the day', () => {
    test.use({ serviceOptions: { data: demoData({ setsPerCustomer: 3 }) } })

    test('says so once, asks for the password no more, and keeps the rows that were there', async ({
      page,
      service,
    }) => {
      await signIn(page)
      await findShipments(page, 'SHP-0003')
      service.faults.refuseTokens(true)
      const before = service.counts.token
      await page.getByRole('button', { name: 'Clear the search' }).click()
      await searchNow(page)
      await expect(page.getByRole('alert')).toContainText('refused the user name or password')
      expect(service.counts.token).toBe(before + 1)
    })
  })
})
