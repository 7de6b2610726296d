import type { Page } from 'playwright/test'
import type { ExchangeService } from '../exchange-service/start-exchange-service.ts'
import { expect, test } from './desk-test.ts'
import { column, count, rows, title, titles } from './results-grid.ts'
import { chooseFurther, findShipments } from './save-journey.ts'

const idOf = (service: ExchangeService, name: string): string | undefined =>
  service.data.counterparties.find(({ customerName }) => customerName.startsWith(name))?.customerId

/** The customers of all searches, in the order of the calls. */
const askedCustomers = (service: ExchangeService): unknown[] =>
  service.requests
    .filter(({ endpoint }) => endpoint === 'search')
    .flatMap(({ body }) => (typeof body === 'object' && body !== null && 'customerIds' in body ? body.customerIds : []))

async function searchNow(page: Page): Promise<void> {
  await page.getByRole('search').getByRole('button', { name: 'Search', exact: true }).click()
}

test.describe('the search form', () => {
  test('never searches all customers because typed text matches several or none: it stays, in red', async ({
    page,
    service,
  }) => {
    const customers = page.getByRole('combobox', { name: 'Customers' })
    for (const [typed, leave] of [
      ['meridian', 'Tab'],
      ['canal', 'Tab'],
      ['meridian', 'Control+Enter'],
    ] as const) {
      await customers.fill('')
      await customers.pressSequentially(typed)
      await page.keyboard.press(leave)
      await expect(customers).toHaveValue(typed)
      await expect(page.getByText(`No customer chosen for “${typed}”`)).toBeVisible()
    }
    await page.keyboard.press('Escape')
    await customers.pressSequentially('canal')
    // By its looks: while the list is open the rest of the page is not there for screen readers.
    await page.getByPlaceholder('Shipment, parcel or B/L').click()
    await searchNow(page)
    await expect(page.getByText('No customer chosen for “canal”')).toBeVisible()
    expect(service.counts.search).toBe(0)

    await customers.fill('')
    await expect(page.getByText('No customer chosen')).toBeHidden()
    await customers.pressSequentially('meridian')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    await searchNow(page)
    await expect(count(page)).toHaveText(/^(\S+) of \1$/)
    expect(new Set(askedCustomers(service)).size).toBe(1)

    await page.getByRole('button', { name: 'Clear the search' }).click()
    const before = service.requests.length
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
    // All would say the same.
    await expect.poll(() => titles(page)).not.toContain('Customer')
    const asked = service.requests.slice(before).filter(({ endpoint }) => endpoint === 'search')
    const cote = { customerIds: [idOf(service, 'Côte')] }
    expect(asked.map(({ body }) => body)).toEqual(asked.map(() => expect.objectContaining(cote)))
  })

  test('takes the first or only customer, however soon Enter, Tab or the search follows the last letter', async ({
    page,
    service,
  }) => {
    const customers = page.getByRole('combobox', { name: 'Customers' })
    for (const [drawn, whole, match] of [
      ['balti', 'baltic', 'Baltic Bulk Carriers'],
      ['e', 'meridian', 'Meridian Commodities Ltd'],
    ] as const) {
      await customers.pressSequentially(drawn)
      await expect(page.getByRole('option').first()).toBeVisible()
      // Both before the page is drawn again, as where it is busy.
      await page.evaluate(`
        const field = document.activeElement
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, '${whole}')
        field.dispatchEvent(new InputEvent('input', { bubbles: true }))
        field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
      `)
      await expect(customers).toHaveValue('')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('row', { name: match })).toBeVisible()
    }

    await page.getByRole('button', { name: 'Clear the search' }).click()
    await customers.pressSequentially('baltic')
    await expect(page.getByRole('option')).toHaveText([/Baltic Bulk/])
    await page.keyboard.press('Enter')
    await expect(customers).toHaveValue('')
    await customers.pressSequentially('aurora')
    await page.keyboard.press('Tab')
    await expect(customers).toHaveAttribute('placeholder', '2 customers')
    await customers.pressSequentially('cote')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => service.counts.search).toBeGreaterThan(0)
    await page.keyboard.press('Escape')
    await expect(count(page)).toHaveText(/^(\S+) of \1$/)
    expect(new Set(askedCustomers(service))).toEqual(
      new Set([idOf(service, 'Baltic Bulk'), idOf(service, 'Aurora Grain AG'), idOf(service, 'Côte')]),
    )
  })

  test('takes a shipment from the palette or a pasted column, and names, marks and copies those without a set @soak', async ({
    page,
    desk,
  }) => {
    await page.keyboard.press('Control+4')
    await page.getByRole('button', { name: /Find anything, or run a command/ }).click()
    await page.keyboard.type('SHP-0003')
    await page.getByRole('option', { name: /Ask the service for “SHP-0003”/ }).waitFor()
    await page.keyboard.press('Enter')
    await expect(count(page)).toHaveText('3 of 3')
    const chips = page.getByRole('grid', { name: 'Shipments' }).getByRole('row')
    await expect(chips).toHaveText(['SHP-0003'])

    await page.getByRole('button', { name: 'Clear the search' }).click()
    await desk.writeClipboard('SHP-0003\r\nSHP-0100\r\n"SHP-0003"\r\n\r\n')
    await page.getByRole('textbox', { name: 'Shipments' }).click()
    await page.keyboard.press('Control+v')
    await expect(chips).toHaveText(['SHP-0003', 'SHP-0100'])
    await searchNow(page)
    await expect(count(page)).toHaveText(/^4 of 4$/)
    await expect.poll(() => column(page, 'Shipment')).toEqual(['SHP-0003', 'SHP-0003', 'SHP-0003', 'SHP-0100'])

    // A parcel that this desk has seen, asked for where shipments are.
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await findShipments(page, 'PR-2026-00003')
    await expect(count(page)).toHaveText('1 of 1')
    await expect(page.getByRole('status').filter({ hasText: 'PR-2026-00003 is a parcel of SHP-0003' })).toBeVisible()
    await expect.poll(() => column(page, 'Shipment')).toEqual(['SHP-0003'])
    await page.keyboard.press('Control+Shift+Enter')
    await expect(page.getByTitle('parcel of SHP-0003')).toHaveText('Parcel')
    await page.keyboard.press('Control+2')

    await page.getByRole('button', { name: 'Clear the search' }).click()
    await findShipments(page, 'NOPE-2', 'SHP-0003', 'NOPE-1', 'SHP-0100', 'shp-0100')
    const banner = page.getByRole('status').filter({ hasText: 'references not found' })
    await expect(banner).toContainText('3 references not found: NOPE-2, NOPE-1, shp-0100')
    await page.getByPlaceholder('5 shipments').click()
    await expect(chips.getByTitle(/: nothing found$/)).toHaveText(['NOPE-2', 'NOPE-1', 'shp-0100'])
    await banner.getByRole('button', { name: 'Copy' }).click()
    await expect(page.getByText('3 references copied')).toBeVisible()
    expect((await desk.readClipboard()).split(/\r?\n/)).toEqual(['NOPE-2', 'NOPE-1', 'shp-0100'])
    await banner.getByRole('button', { name: 'Open as worklist' }).click()
    await expect(page.getByRole('group', { name: 'Narrow the list to' }).getByRole('button')).toHaveText([
      '1 found',
      '1 with several sets',
      '3 missing',
      /not on this disk$/,
    ])
  })

  test('offers saved and recent searches, and narrows by status, instance, states and any filter of the service @soak', async ({
    page,
    service,
  }) => {
    await findShipments(page, 'SHP-0003')
    const words = page.getByRole('searchbox', { name: 'Filter these results' })
    await words.fill('pr-2026')
    await title(page, 'State').locator('[data-funnel]').click()
    await page.getByRole('option', { name: /^Issued/ }).click()
    await page.keyboard.press('Escape')
    await expect(count(page)).toHaveText('3 of 3 · 2 shown')
    await page.getByRole('button', { name: 'More searches and filters' }).click()
    await page.getByRole('menuitem', { name: 'Save this search…' }).click()
    await expect(page.getByRole('dialog')).toContainText('filters that narrow the list are saved with it')
    await page.getByRole('textbox', { name: 'Name' }).fill('Monday')
    await page.getByRole('button', { name: 'Save search' }).click()
    await page.getByRole('button', { name: 'Clear the search' }).click()

    await page.reload()
    await page.getByRole('button', { name: 'More searches and filters' }).click()
    const last = page.getByRole('group', { name: 'Recent' })
    await expect(last.getByRole('menuitem')).toHaveText(['Every customer · SHP-0003'])
    await page.getByRole('group', { name: 'Saved' }).getByRole('menuitem', { name: 'Monday' }).click()
    await expect(count(page)).toHaveText('3 of 3 · 2 shown')
    await expect(words).toHaveValue('pr-2026')
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect(count(page)).toHaveText('3 of 3')
    // The same from its tab, which says which one is shown.
    const tab = page.getByRole('navigation', { name: 'Saved searches' }).getByRole('button', { name: 'Monday' })
    await expect(tab).toHaveAttribute('aria-pressed', 'true')
    await tab.click()
    await expect(count(page)).toHaveText('3 of 3 · 2 shown')
    await page.getByRole('button', { name: 'Show all' }).click()

    await page.getByRole('button', { name: 'More searches and filters' }).click()
    await page.getByRole('menuitem', { name: 'Remove a saved search' }).click()
    await page.getByRole('menuitem', { name: 'Monday' }).last().click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'More searches and filters' }).click()
    await expect(page.getByRole('group', { name: 'Saved' }).getByRole('menuitem')).toHaveText(['Monday'])
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Clear the search' }).click()
    await chooseFurther(page, 'Show further filters')
    await page.getByRole('textbox', { name: 'Status, as the service calls it' }).fill('ALL')
    await page.getByRole('textbox', { name: 'Part of the service (instance)' }).fill('DocHub')
    await page.getByRole('textbox', { name: 'Another filter, by name' }).fill('vesselName')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'vesselName' }).fill('MT Coral Dawn')
    await page.getByRole('button', { name: 'States to list' }).click()
    await page.getByRole('option', { name: 'Issued' }).click()
    await page.keyboard.press('Escape')
    await searchNow(page)
    await expect(count(page)).toHaveText(/^\d+ of \d+$/)
    const asked = service.requests.findLast(({ endpoint }) => endpoint === 'search')?.body
    expect(asked).toMatchObject({ status: 'ALL', instance: 'DocHub', vesselName: 'MT Coral Dawn' })
    await expect.poll(async () => new Set(await column(page, 'State'))).toEqual(new Set(['Issued']))

    await expect(page.getByRole('button', { name: 'Clear the search' })).toHaveText('Clear')
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await expect(page.getByRole('textbox', { name: 'vesselName' })).toBeHidden()
    await chooseFurther(page, 'Hide the further filters')

    const customerIds = service.data.counterparties.map(({ customerId }) => customerId)
    const { parcelRef = '' } = service.data.search({ customerIds, status: 'ACTIVE' }).slice(0, 1)[0]?.row ?? {}
    await chooseFurther(page, 'Find by parcel number')
    await page.getByRole('textbox', { name: 'Parcel number' }).fill(parcelRef)
    await searchNow(page)
    await expect.poll(() => column(page, 'Parcel')).toEqual([parcelRef])
  })
})

test.describe('a search', () => {
  test('that fails keeps the rows before it readable, says how old they are, and sends no refused password again', async ({
    page,
    service,
  }) => {
    // As text: the page's own objects are not among the types of a test.
    await page.evaluate(`
      window.said = []
      const look = () => {
        if (document.body.innerText.includes('No parcel set found')) window.said.push('nothing')
      }
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
    `)
    for (const references of ['SHP-0003', 'SHP-0100', 'SHP-0007']) await findShipments(page, references)
    expect(await page.evaluate('window.said')).toEqual([])

    await page.getByRole('button', { name: 'Clear the search' }).click()
    await findShipments(page, 'SHP-0003')
    const rule = { match: 'search', kind: '400', nth: 1, times: 1 } as const
    service.faults.add(rule)
    await searchNow(page)
    await expect(count(page)).toHaveText(/^3 as of \d\d:\d\d$/)
    await expect(rows(page)).toHaveCount(3)
    await expect(page.getByText('No parcel set found')).toBeHidden()
    // They are of a search that is closed: what would be saved is not what was asked for now.
    await expect(page.getByRole('button', { name: /^Save .*…/ })).toBeDisabled()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(count(page)).toHaveText('3 of 3')
    await expect(page.getByRole('button', { name: /^Save .*…/ })).toBeEnabled()

    service.faults.refuseTokens(true)
    const before = service.counts.token
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await searchNow(page)
    await expect(page.getByRole('alert')).toContainText('refused the user name or password')
    expect(service.counts.token).toBe(before + 1)
  })

  test('says that it failed and what to check, names the denied customer, and calls no reference missing', async ({
    page,
    service,
  }) => {
    service.faults.add({ match: 'search', kind: '400' })
    await searchNow(page)
    await expect(page.getByRole('heading', { name: 'The search failed before it found anything' })).toBeVisible()
    await expect(page.getByText('No parcel set found')).toBeHidden()

    // A web page is sent instead of an answer.
    service.faults.set({ rules: [{ match: 'search', kind: 'html' }] })
    await searchNow(page)
    const said = page.getByRole('main').getByText('could not be read')
    await expect(said.first()).toBeVisible()
    await expect(page.getByText('a proxy or a sign-in page may have answered').first()).toBeVisible()
    await expect(count(page)).not.toHaveText(/^(\d+) of \1$/)

    const [, denied] = service.data.counterparties
    service.faults.clear()
    service.faults.refuseCustomer(denied?.customerId ?? '')
    await searchNow(page)
    const problem = page.getByRole('status').filter({ hasText: denied?.customerName ?? '' })
    await expect(problem).toContainText('This user may not search its sets (403)')
    await expect(count(page)).toContainText('the search is incomplete')
    await expect(rows(page).first()).toContainText('Aurora Grain AG')

    await page.getByRole('textbox', { name: 'Shipments' }).fill('NOPE-1, SHP-0003')
    await searchNow(page)
    await expect(rows(page)).toHaveCount(3)
    await expect(count(page)).toContainText('the search is incomplete')
    await expect(page.getByText('not found:')).toBeHidden()
  })
})

test.describe('an incomplete search', () => {
  test.describe('on a service without paging', () => {
    test.use({ serviceOptions: { paging: 'none' } })

    test('says how many are missing and why @soak', async ({ page }) => {
      await page.getByRole('combobox', { name: 'Customers' }).fill('aurora')
      await page.getByRole('option', { name: /Aurora Grain/ }).click()
      await page.keyboard.press('Escape')
      await searchNow(page)
      await expect(count(page)).toHaveText(/^100 of \d+: the service did not send the rest$/)
    })
  })

  test.describe('on a slow service', () => {
    test.use({ serviceOptions: { pageLimit: 20 } })

    test('shows its first rows while others are loading, and can be stopped', async ({ page, service }) => {
      const gate = service.hold('search', 5)
      await searchNow(page)
      await expect(rows(page).first()).toBeVisible()
      await expect(count(page)).toContainText('so far')
      await rows(page).first().getByRole('rowheader').first().click()
      const pane = page.getByRole('region', { name: 'Set and preview' })
      await expect(pane.getByRole('heading', { level: 2 })).toContainText('PR-2026')
      await page.getByRole('button', { name: 'Stop' }).click()
      await expect(count(page)).toContainText('stopped early')
      gate.open()
    })
  })
})
