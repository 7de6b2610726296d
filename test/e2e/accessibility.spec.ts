import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright/test'
import { transformWithOxc } from 'vite'
import { axeFindings, contrastFindings } from './axe.ts'
import { type Look, walkOverlays, walkToHear, walkToKeep, walkToRead } from './all-screens.ts'
import { demoUser } from '../exchange-service/start-exchange-service.ts'
import { leaveFirstField } from '../support/leave-first-field.ts'
import { signInByForm } from '../support/sign-in-form.ts'
import { expect, signIn, test } from './desk-test.ts'
import { createCommandLook } from './every-action.ts'
import { rows } from './results-grid.ts'
import { chooseFurther, findCustomers, findShipments, openSave, showDownloads } from './save-journey.ts'

test.use({ isSignedIn: false })

const WALKS = {
  'where sets are found and read': walkToRead,
  'where documents are kept': walkToKeep,
  'where changes are told': walkToHear,
  'where something opens over the rest': walkOverlays,
} as const

type Over = Parameters<Look>[1]

const OVER = {
  listbox: '[role="listbox"]',
  menu: '[role="menu"]',
  dialog: ':is([role="dialog"], [role="alertdialog"])',
} as const

const within = (over: Over): string | undefined => (over === undefined ? undefined : OVER[over])

/** What axe has against a screen, light, dark and forced. */
async function allFindings(page: Page, screen: string, over?: Over): Promise<string[]> {
  const findings = await axeFindings(page, screen, within(over))
  return [...findings, ...(await contrastsFindings(page, screen, over))]
}

/** A dark screen, and one in the colours of the system, is the same page in other colours. */
async function contrastsFindings(page: Page, screen: string, over: Over): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' })
  const findings = await contrastFindings(page, `dark ${screen}`, within(over))
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
  findings.push(...(await contrastFindings(page, `forced ${screen}`, within(over))))
  await page.emulateMedia({ forcedColors: 'none' })
  return findings
}

const FILE = join(import.meta.dirname, 'page', 'lost-content.ts')
const { code } = await transformWithOxc(await readFile(FILE, 'utf8'), FILE)
const ASK_PAGE = `(() => { ${code.replace(/^export /gm, '')}; return lostContent() })()`

async function lostOn(page: Page, screen: string): Promise<string[]> {
  const lost = await page.evaluate<string[]>(ASK_PAGE)
  return lost.map((what) => `${screen}: ${what}`)
}

/** The distances between lines, letters and words that WCAG 1.4.12 has a user choose; with 2 em below a paragraph. */
const SPACED = `
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }')
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]`

/** A window of 1440 × 900 with text of 200 % has room for half as many letters either way. */
const DOUBLED = { width: 720, height: 450 }

/** With text of 200 %, in a small window, and there also with the distances that WCAG has a user choose. */
async function lostIfSmall(page: Page, screen: string): Promise<string[]> {
  await resize(page, DOUBLED)
  const doubled = await lostOn(page, `doubled ${screen}`)
  await resize(page, { width: 1024, height: 700 })
  const lost = [...doubled, ...(await lostOn(page, `small ${screen}`))]
  await page.evaluate(SPACED)
  lost.push(...(await lostOn(page, `spaced ${screen}`)))
  await page.evaluate('void document.adoptedStyleSheets.pop()')
  await resize(page, { width: 1440, height: 900 })
  return lost
}

/** The page answers a new size within a frame, and has drawn its answer in the next one. */
async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
}

/** A time zone where it is that hour now. */
function zoneWhereHourIs(hour: number): string {
  // 11 at most, which every zone of the name has.
  const behind = ((new Date().getUTCHours() - hour + 36) % 24) - 12
  return `Etc/GMT${behind < 0 ? '' : '+'}${behind}`
}

test.describe('the desk', () => {
  // Americans write the longest times; the longest are those of two digits.
  test.use({ ports: { systemRegion: 'en-US' }, timezoneId: zoneWhereHourIs(10) })

  test('passes axe on every screen, and has a command for every button', async ({ page, service }) => {
    // Some fifty screens, one after the other.
    test.slow()
    const findings: string[] = []
    const commands = createCommandLook(page)
    const look: Look = async (screen, over) => {
      findings.push(...(await axeFindings(page, screen, within(over))))
      await commands.look(screen, over)
    }
    for (const walk of Object.values(WALKS)) await walk(page, look, service)
    expect(findings).toEqual([])
    expect(commands.missing).toEqual([])
    expect(commands.count()).toBeGreaterThan(100)
  })

  for (const [where, walk] of Object.entries(WALKS)) {
    test(`loses nothing in the dark, in system colours, in a small window or with large text, ${where} @soak`, async ({
      page,
      service,
    }) => {
      if (walk !== walkToRead) await signIn(page)
      const findings: string[] = []
      await walk(
        page,
        async (screen, over) => {
          findings.push(...(await contrastsFindings(page, screen, over)))
          findings.push(...(await lostIfSmall(page, screen)))
        },
        service,
      )
      expect(findings).toEqual([])
    })
  }
})

test('saved accounts pass axe, light, dark and forced @soak', async ({ page, service }) => {
  await signInByForm(page, { address: service.url, ...demoUser })
  await leaveFirstField(page)
  const account = page.getByRole('banner').getByRole('button', { name: `${demoUser.username} at` })
  await account.click()
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Saved accounts' })).toBeVisible()
  expect(await allFindings(page, 'saved accounts')).toEqual([])
})

test('the second window passes axe, light, dark and forced, and loses nothing when it is narrow @soak', async ({
  page,
}) => {
  await signIn(page)
  await findShipments(page, 'SHP-0001')
  await page.getByRole('grid', { name: 'Parcel sets' }).getByRole('rowheader').first().click()
  const opened = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'Read in a second window' }).click()
  const second = await opened
  await expect(second.locator('.textLayer').first()).toContainText('BILL OF LADING')
  const findings = await allFindings(second, 'second window')
  findings.push(...(await allFindings(page, 'first window')))
  await second.setViewportSize({ width: 480, height: 400 })
  findings.push(...(await lostOn(second, 'second window')))
  expect(findings).toEqual([])
})

test.describe('with letters and words further apart', () => {
  // Americans write the longest times.
  test.use({ isSignedIn: true, ports: { systemRegion: 'en-US' }, timezoneId: zoneWhereHourIs(10) })

  test('no row loses what tells it from others: an ellipsis is a loss, and its tooltip is for the pointer alone @soak', async ({
    page,
  }) => {
    await findCustomers(page, "Côte d'Azur Négoce SARL")
    const told = ['parcelRef', 'shipmentRef', 'status', 'documents', 'billOfLadingDate', 'modifiedDate']
    const cells = told.map((id) => `tbody [data-column="${id}"]`).join()
    const cut = `[...document.querySelectorAll('${cells}')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
      .map(({ textContent }) => textContent)`
    await page.evaluate(SPACED)
    await expect
      .poll(() => page.evaluate('document.documentElement.style.getPropertyValue("--text-stretch")'))
      .not.toBe('1')
    expect(await page.locator(cells).count()).toBeGreaterThan(20)
    expect(await page.evaluate(cut)).toEqual([])
    await page.evaluate('void document.adoptedStyleSheets.pop()')
  })
})

test.describe('in the tree that a screen reader gets', () => {
  test.use({ isSignedIn: true })

  test('every row of a list has a header, so that whoever moves through a column hears whose row it is @soak', async ({
    page,
  }) => {
    await findShipments(page, 'SHP-0003')
    await expect.poll(() => rowsWithoutHeader(page)).toEqual([])
    await expect(rows(page).first().getByRole('rowheader')).toHaveText('PR-2026-00003')
    const save = (await openSave(page)).getByRole('button', { name: /^Save \d+ documents?$/ })
    await save.click()
    await showDownloads(page)
    await expect(
      page
        .getByRole('grid', { name: /^Documents of/ })
        .getByRole('row')
        .nth(1),
    ).toBeVisible()
    await expect.poll(() => rowsWithoutHeader(page)).toEqual([])
    await page.keyboard.press('Control+3')
    await page.getByRole('textbox', { name: 'Shipment references' }).fill('SHP-0100\nNOPE')
    await page.getByRole('button', { name: 'Look them up' }).click()
    await expect(page.getByRole('status', { name: 'Lines' })).toContainText(/2 lines · checked .* · 1 missing/)
    await expect.poll(() => rowsWithoutHeader(page)).toEqual([])
  })
})

/** By Chromium’s own tree: the data rows that have cells and no header. */
async function rowsWithoutHeader(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const rolesIn = (id: string): unknown[] => {
    const node = byId.get(id)
    return node === undefined ? [] : [node.role?.value, ...(node.childIds ?? []).flatMap(rolesIn)]
  }
  const found = nodes.filter(({ role }) => role?.value === 'row').map(({ nodeId }) => rolesIn(nodeId))
  expect(found.length).toBeGreaterThan(1)
  return (
    found
      // A row of one cell needs no header.
      .filter((roles) => roles.indexOf('gridcell') !== roles.lastIndexOf('gridcell') && !roles.includes('rowheader'))
      .map((roles) => roles.join(' '))
  )
}

test.describe('in a window of 320 px, as 400 % of zoom make of 1280', () => {
  test.use({ isSignedIn: true })

  test('no word and no control of any place is out of reach @soak', async ({ page }) => {
    const lost: string[] = []
    await findShipments(page, 'SHP-0003')
    for (const width of [320, 341, 400]) {
      await resize(page, { width, height: 640 })
      for (const place of [1, 3, 4, 5, 2]) {
        await page.keyboard.press(`Control+${place}`)
        await expect(page.getByRole('navigation', { name: 'Places' }).locator('[aria-current]')).toBeVisible()
        lost.push(...(await lostOn(page, `place ${place} at ${width} px`)))
      }
      await page.getByRole('button', { name: 'Filters (1)' }).click()
      await chooseFurther(page, 'Show further filters')
      lost.push(...(await lostOn(page, `filters at ${width} px`)))
      await chooseFurther(page, 'Hide the further filters')
      await page.getByRole('button', { name: 'Filters (1)' }).click()
    }
    expect(lost).toEqual([])
  })
})

test.describe('with text of 200 %', () => {
  test.use({ viewport: DOUBLED })

  test('no words and no controls are lost, where sets are found and read @soak', async ({ page }) => {
    const lost: string[] = []
    const look: Look = async (screen) => {
      lost.push(...(await lostOn(page, screen)))
    }
    await walkToRead(page, look)
    expect(lost).toEqual([])
  })

  test('ten whole rows of the grid are left, and the last row is reached @soak', async ({ page }) => {
    await signIn(page)
    await findCustomers(page, "Côte d'Azur Négoce SARL")
    // A cell, because a row is wider than the window; the line between two rows may be cut off.
    const parcel = (row: Locator): Locator => row.getByRole('rowheader').first()
    await expect(parcel(rows(page).nth(9))).toBeInViewport({ ratio: 0.9 })
    await page.keyboard.press('Control+ArrowDown')
    await expect(rows(page).first().locator(':focus')).toBeAttached()
    await page.keyboard.press('Control+End')
    await expect(rows(page).last().locator(':focus')).toBeAttached()
    await expect(parcel(rows(page).last())).toBeInViewport({ ratio: 0.9 })
  })
})

/** Empty where what has the focus, or what it stands in, is drawn as having it; `end` after the last stop of the page. */
const SHOWS_FOCUS = `(() => {
  const focused = document.activeElement
  if (focused === document.body) return 'end'
  const isMarked = (element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
  }
  const around = [focused, focused.parentElement, focused.parentElement?.parentElement, focused.nextElementSibling]
  const is = around.some((element) => element !== null && element !== undefined && isMarked(element))
  return is ? '' : focused.outerHTML.slice(0, 200)
})()`

test.describe('at the desk', () => {
  test.use({ isSignedIn: true })

  test('wherever Tab leads, the focus is seen; in system colours the test band has an edge, and place and tab are marked', async ({
    page,
  }) => {
    await findShipments(page, 'SHP-0001')
    await page.getByRole('grid', { name: 'Parcel sets' }).getByRole('rowheader').first().click()
    await expect(page.locator('.textLayer').first()).toContainText('BILL OF LADING')
    const stops: unknown[] = []
    while (stops.at(-1) !== 'end' && stops.length < 60) {
      await page.keyboard.press('Tab')
      stops.push(await page.evaluate<unknown>(SHOWS_FOCUS))
    }
    expect(stops.length).toBeGreaterThan(20)
    expect(stops.filter((what) => what !== '' && what !== 'end')).toEqual([])

    await page.emulateMedia({ forcedColors: 'active' })
    await page.getByRole('tab', { name: 'Fields' }).click()
    const band = page.getByRole('paragraph').filter({ hasText: 'Test environment: nothing here is in production' })
    await expect(band).toHaveCSS('border-bottom-style', 'double')
    const style = async (selector: string, property: string): Promise<unknown> =>
      await page.evaluate(`getComputedStyle(document.querySelector('${selector}')).${property}`)
    const others = 'nav button:not([aria-current])'
    expect(await style('nav [aria-current]', 'backgroundColor')).not.toBe(await style(others, 'backgroundColor'))
    // A signature that was given is filled, not an empty box.
    expect(await style('[class*="_stroke_"][class*="_signed_"]', 'backgroundColor')).toBe(await style('body', 'color'))
    const tab = (isChosen: boolean): string => `[role="tab"][aria-selected="${isChosen}"]`
    expect(await style(tab(true), 'borderBottomColor')).not.toBe(await style(tab(false), 'borderBottomColor'))
    await page.keyboard.press('Control+5')
    const section = (isCurrent: boolean): string =>
      `nav li > button${isCurrent ? '[aria-current]' : ':not([aria-current])'}`
    await expect(page.locator(section(true))).toHaveText('Accounts')
    expect(await style(section(true), 'outlineStyle')).not.toBe(await style(section(false), 'outlineStyle'))
  })
})
