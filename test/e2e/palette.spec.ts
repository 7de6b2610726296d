import type { Locator, Page } from 'playwright/test'
import { demoData } from '../exchange-service/demo-data.ts'
import { expect, signIn, test } from './desk-test.ts'
import { paletteField } from './palette-steps.ts'
import { count, rows } from './results-grid.ts'
import { findShipments } from './save-journey.ts'

const demo = demoData({ setsPerCustomer: 12 })
test.use({ serviceOptions: { data: demo } })

const options = (page: Page): Locator => page.getByRole('option')
const group = (page: Page, name: string | RegExp): Locator => page.getByRole('group', { name })
const shownSet = (page: Page): Locator =>
  page.getByRole('region', { name: 'Set and preview' }).getByRole('heading', { level: 2 })

/** So that this desk knows them all. */
async function seeEverySet(page: Page): Promise<void> {
  await page.keyboard.press('Control+Enter')
  await expect(count(page)).toHaveText(/^(\d+) of \1$/)
}

async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(paletteField(page)).toBeFocused()
  await page.keyboard.type(text)
}

test.describe('the palette', () => {
  test('finds by keyboard alone what the desk knows, then asks the service, and keeps what was typed', async ({
    page,
    service,
  }) => {
    const vessel = 'MV Ærøskøbing'
    const sets = demo.sets.filter(
      ({ folder, instance, row }) => folder === 'inbox' && instance === 'DocEx' && row.vesselName === vessel,
    )
    expect(sets.length).toBeGreaterThan(1)
    await seeEverySet(page)
    // Not among the rows any more, but known.
    await findShipments(page, 'SHP-0003')
    const asked = service.counts.search
    await page.keyboard.press('Control+4')

    await type(page, 'aeroskob')
    await expect(group(page, 'Vessels').getByRole('option')).toContainText([`${vessel}${sets.length} sets`])
    await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(group(page, `Sets on ${vessel}`).getByRole('option')).toHaveCount(sets.length)
    await page.keyboard.press('ArrowUp')
    await expect(options(page).last()).toHaveAttribute('aria-selected', 'true')
    await expect(options(page).last()).toContainText(/^Ask the service for (“SHP|\d+ shipments)/)
    await page.keyboard.press('ArrowDown')
    const parcel = (await options(page).first().locator('bdi').first().innerText()).trim()
    expect(service.counts.search).toBe(asked)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main', { name: 'Search' })).toBeVisible()
    await expect(shownSet(page)).toContainText(parcel)
    await expect(page.getByRole('region', { name: 'Set and preview' }).locator(':focus')).toBeAttached()
    // Beside the sets of its shipment, of which it is the current one.
    await expect(rows(page).and(page.locator('[data-current]'))).toContainText(parcel)
    expect(service.counts.search).toBe(asked + 1)

    await page.keyboard.press('Control+k')
    await expect(group(page, 'Recent').getByRole('option')).toContainText([parcel, vessel])
    await page.keyboard.type('typed and left')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await expect(paletteField(page)).toHaveValue('typed and left')
    await page.keyboard.type('cote azur')
    await expect(group(page, 'Customers').getByRole('option')).toHaveCount(1)
    expect(service.counts.search).toBe(asked + 1)
    await page.keyboard.press('Enter')
    const chosen = page.getByRole('combobox', { name: 'Customers' })
    await expect(chosen).toHaveAttribute('placeholder', /^Côte/)
    await expect(count(page)).toHaveText('10 of 10')

    const [state = ''] = /^[a-z]+/i.exec(sets[0]?.row.status ?? '') ?? []
    const ofState = sets.filter(({ row }) => row.status?.startsWith(state))
    await type(page, `state:${state} vessel:aerosk`)
    await expect(group(page, 'Parcels').getByRole('option')).toHaveCount(ofState.length)
    await paletteField(page).fill('state:none vessel:aerosk')
    await expect(page.getByText('No set that this desk knows has all of this.')).toBeVisible()
    await page.keyboard.press('Escape')

    await type(page, 'NOPE-77')
    await expect(options(page)).toHaveText([/^Ask the service for “NOPE-77”/])
    await page.keyboard.press('Enter')
    await expect(page.getByText('1 reference not found: NOPE-77')).toBeVisible()
  })

  test('opens a set, a vessel, a saved search and a command by mouse alone, draws hostile names, and none of who is gone @soak', async ({
    page,
    desk,
  }) => {
    const [first, second] = demo.sets.filter(({ folder, instance }) => folder === 'inbox' && instance === 'DocEx')
    if (first !== undefined) first.row.vesselName = `MV ${'Ø'.repeat(10_000)}`
    if (second !== undefined) second.row.vesselName = 'MV invoice\u202Efdp.exe\u0007'
    await seeEverySet(page)
    await page.getByRole('button', { name: 'More searches and filters' }).click()
    await page.getByRole('menuitem', { name: 'Save this search…' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Monday morning')
    await page.getByRole('button', { name: 'Save search' }).click()
    const fifth = await rows(page).nth(4).getByRole('rowheader').first().innerText()
    await page.getByRole('button', { name: 'Find anything, or run a command' }).click()
    await paletteField(page).fill(fifth)
    await group(page, 'Parcels').getByRole('option').first().click()
    // It is one of the rows: the keyboard is on it.
    await expect(rows(page).nth(4).locator(':focus')).toBeAttached()
    await expect(shownSet(page)).toContainText(fifth)

    await page.getByRole('button', { name: 'Find anything, or run a command' }).click()
    await paletteField(page).fill('golden')
    await group(page, 'Vessels').getByRole('option').click()
    await expect(group(page, 'Sets on MV Golden Harvest VII')).toBeVisible()
    await page.getByRole('button', { name: 'Leave MV Golden Harvest VII' }).click()
    await paletteField(page).fill('monday')
    await group(page, 'Saved searches').getByRole('option').click()
    await expect(count(page)).toHaveText(/^(\d+) of \1$/)

    await page.getByRole('button', { name: 'Find anything, or run a command' }).click()
    await desk.writeClipboard('SHP-0003\r\nSHP-0100\r\n')
    await paletteField(page).press('Control+v')
    await expect(paletteField(page)).toHaveValue('SHP-0003, SHP-0100')
    await expect(options(page).last()).toContainText('Ask the service for 2 shipments')
    await paletteField(page).fill('set up notif')
    await group(page, 'Commands').getByRole('option').first().click()
    await expect(page.getByRole('region', { name: 'Followed customers' })).toBeFocused()
    await type(page, 'find a setting')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('searchbox', { name: 'Find a setting' })).toBeFocused()
    // What is done here comes before the section of that name.
    await type(page, 'settings: name patterns')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Name patterns' })).toBeFocused()
    await type(page, 'add a pattern')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
    await page.keyboard.press('Control+2')

    await type(page, 'mv oooo')
    await expect(group(page, 'Vessels').getByRole('option')).toHaveCount(1)
    await expect(group(page, 'Vessels').getByRole('option')).toContainText('MV ØØØ')
    const { width = 0 } = (await group(page, 'Vessels').getByRole('option').boundingBox()) ?? {}
    expect(width).toBeLessThan(800)
    await paletteField(page).fill('invoice')
    await expect(group(page, 'Vessels').getByRole('option')).toContainText('MV invoice⟨RLO⟩fdp.exe')
    await page.keyboard.press('Escape')

    await page.keyboard.press('Control+2')
    const parcel = await rows(page).first().getByRole('rowheader').first().innerText()
    await type(page, parcel)
    await expect(group(page, 'Parcels').getByRole('option').first()).toContainText(parcel)
    await page.keyboard.press('Escape')
    const gone = demo.counterparties.shift()
    await type(page, 'sign out')
    await page.keyboard.press('Enter')
    await signIn(page)
    await type(page, parcel)
    await expect(options(page).last()).toContainText('Ask the service')
    await expect(page.getByRole('status').filter({ hasText: /^\d+ results?$/ })).toBeAttached()
    await expect(options(page).filter({ hasText: 'Aurora Grain AG' })).toHaveCount(0)
    if (gone !== undefined) demo.counterparties.unshift(gone)
  })
})
