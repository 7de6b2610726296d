import type { Locator, Page } from 'playwright/test'
import { AppError } from '../../src/shared/errors/app-error.ts'
import { demoUser } from '../exchange-service/start-exchange-service.ts'
import { leaveFirstField } from '../support/leave-first-field.ts'
import { fillSignInForm, openMore, type SignIn } from '../support/sign-in-form.ts'
import { expect, test } from './desk-test.ts'
import { goToSettings, openSection, settingsOf } from './feed-steps.ts'
import { findShipments, reaches, startSave } from './save-journey.ts'

test.use({ isSignedIn: false })

/** The demo user’s, in the test environment, unless it says otherwise. */
type Account = Pick<SignIn, 'address'> & Partial<SignIn> & { name: string | null }

async function fillForm(page: Page, account: Account): Promise<void> {
  await fillSignInForm(page, { ...demoUser, environment: 'Test', ...account })
}

async function press(page: Page, button: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
}

async function signInWith(page: Page, account: Account): Promise<void> {
  await fillForm(page, account)
  await press(page, 'Sign in')
  // The services of tests are on this computer, which production never is.
  if (account.environment === 'Production') await press(page, 'Sign in to Production')
  await entersDesk(page)
}

async function entersDesk(page: Page): Promise<void> {
  await expect(page.getByRole('main', { name: 'Search' })).toBeVisible()
  await leaveFirstField(page)
}

async function choose(page: Page, account: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: account }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

const OTHER = { username: 'desk@baltic.example', password: 'another-one' }

test.describe('signing in', () => {
  test('keeps an account one press away, with the focus where work begins, until it is removed', async ({
    page,
    service,
  }) => {
    await fillForm(page, { address: service.url, name: 'Aurora' })
    await page.keyboard.press('Enter')
    // For a newcomer the list of customers is open.
    const customers = page.getByRole('combobox', { name: 'Customers', expanded: true })
    await expect(customers).toBeFocused()
    await expect(page.getByRole('option', { name: /Aurora Grain AG/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText(/^1,\d+ of 1,\d+$/)).toBeVisible()

    await choose(page, 'Aurora', 'Sign out')
    await expect(page.getByRole('button', { name: 'Sign in as Aurora' })).toBeFocused()
    const saved = page.getByRole('region', { name: 'Saved accounts' })
    await expect(saved).toContainText(`${demoUser.username} · ${service.url}`)
    // Nothing else stands in the way: the form is a press away, and so is the way back.
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Shipments' })).toBeFocused()

    await choose(page, 'Aurora', 'Sign out')
    await press(page, 'Another account…')
    await expect(page.getByRole('textbox', { name: 'Address of the service' })).toBeFocused()
    await press(page, 'Saved accounts')
    await press(page, /^Sign in as Aurora/)
    await entersDesk(page)
    await choose(page, 'Aurora', 'Sign out and remove from this computer')
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
    await expect(saved).toBeHidden()

    await signInWith(page, { address: service.url, name: 'Aurora' })
    await goToSettings(page)
    const profiles = settingsOf(page, 'Accounts')
    await expect(profiles).toContainText('Signed in')
    await profiles.getByRole('button', { name: 'Remove Aurora' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('Its password is removed from the keychain')
    await question.getByRole('button', { name: 'Remove the account' }).click()
    await expect(page.getByRole('textbox', { name: 'Address of the service' })).toBeVisible()
    await expect(page.getByText('Aurora')).toBeHidden()
  })

  test('asks which environment it is where the address does not say, and says of each address what is wrong with it', async ({
    page,
    service,
  }) => {
    const address = page.getByRole('textbox', { name: 'Address of the service' })
    await address.fill('exchange.invalid')
    await page.getByRole('textbox', { name: 'User name' }).fill('ops')
    await page.getByRole('textbox', { name: 'Password' }).fill('secret')
    await expect(page.getByRole('radio', { checked: true, name: /Production|Test/ })).toHaveCount(0)
    await press(page, 'Sign in')
    const environment = page.getByRole('radiogroup', { name: 'Environment' })
    await expect(environment).toContainText('Choose one')
    await expect(environment.getByRole('radio', { name: 'Production' })).toBeFocused()
    await page.keyboard.press('Space')
    await expect(environment).not.toContainText('Choose one')
    await expect(page.getByText('Test environment')).toBeHidden()

    await address.fill('127.0.0.1:1')
    await press(page, 'Sign in')
    await expect(page.getByText('Is this really Production?')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign in to Test' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Test environment')).toBeVisible()
    // What was missing is added.
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('https://127.0.0.1:1 cannot be reached')

    await address.fill('ftp://exchange.example')
    // This address no longer says that it is a test service.
    await page.getByRole('radio', { name: 'Test' }).check({ force: true })
    await press(page, 'Sign in')
    await expect(alert).toContainText('The address of the service is not a web address.')
    await expect(address).toBeFocused()

    // A port that no service is given: one that just became free may belong to the service of another test by now.
    await address.fill('http://127.0.0.1:1')
    await press(page, 'Sign in')
    await expect(alert).toContainText('http://127.0.0.1:1 cannot be reached')
    await expect(alert).toContainText('Check the address, the network and the proxy')
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeFocused()

    // No password is sent over plain HTTP to another computer.
    await fillForm(page, { address: 'http://exchange.example.com', name: null })
    await press(page, 'Sign in')
    await expect(alert).toContainText('would let others read the password')
    await expect(alert).toContainText('Use https://')
    expect(service.requests).toEqual([])
  })

  test('tests the connection by keyboard alone before anything is kept, tries a wrong password once, and can be cancelled', async ({
    page,
    service,
  }) => {
    await fillForm(page, { address: service.url, password: 'wrong', name: 'Aurora' })
    const button = page.getByRole('button', { name: 'Test connection' })
    await button.focus()
    await page.keyboard.press('Enter')
    const steps = page.getByRole('list', { name: 'Steps of the test' })
    await expect(steps).toContainText(`refused the user name or password of ${demoUser.username}`)
    await expect(page.getByRole('status').filter({ hasText: 'It does not work: “Sign in” failed.' })).toBeVisible()
    await expect(button).toBeFocused()
    expect(service.counts.token).toBe(1)

    const trial = service.hold('token')
    const password = page.getByRole('textbox', { name: 'Password' })
    await password.fill(demoUser.password)
    await expect(steps).toBeHidden()
    await button.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => trial.waiting).toBe(1)
    await expect(page.getByRole('button', { name: 'Cancel the test' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(button).toBeFocused()
    await expect(steps).toBeHidden()
    trial.open()
    await page.keyboard.press('Enter')
    await expect(steps).toContainText('This user sees 7 customers.')
    await expect(page.getByRole('status').filter({ hasText: 'All of it works.' })).toBeVisible()

    await password.fill('wrong')
    const before = service.counts.token
    await press(page, 'Sign in')
    const alert = page.getByRole('alert')
    await expect(alert).toContainText(`refused the user name or password of ${demoUser.username}`)
    await expect(alert).toContainText('Nothing more was tried, so that the account is not locked.')
    expect(service.counts.token).toBe(before + 1)
    await expect(password).toBeFocused()
    // Selected, so that typing replaces it.
    await page.keyboard.type(demoUser.password)
    await expect(password).toHaveValue(demoUser.password)
    await expect(alert).toBeHidden()

    const slow = service.hold('token')
    await press(page, 'Sign in')
    await expect(page.getByRole('button', { name: 'Signing in…' })).toBeFocused()
    // Pressing it again sends nothing again.
    await page.keyboard.press('Enter')
    await expect.poll(() => slow.waiting).toBe(1)
    await press(page, 'Cancel')
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
    await expect(alert).toBeHidden()
    slow.open()
    await press(page, 'Sign in')
    await expect(page.getByRole('main', { name: 'Search' })).toBeVisible()
  })

  test('asks a kept account that is refused for its password alone, and unfolds its address once that is wrong', async ({
    page,
    service,
  }) => {
    await signInWith(page, { address: service.url, name: 'Aurora' })
    await choose(page, 'Aurora', 'Sign out')
    service.faults.refuseTokens(true)
    await press(page, /^Sign in as Aurora/)
    await expect(page.getByRole('alert')).toContainText('refused the user name or password')
    const address = page.getByRole('textbox', { name: 'Address of the service' })
    await expect(page.getByRole('textbox', { name: 'Password' })).toBeFocused()
    await expect(address).toBeHidden()
    await page.keyboard.type(demoUser.password)
    const fold = page.getByText(`${demoUser.username} at `)
    await fold.click()
    await address.fill('ftp://exchange.example')
    await fold.click()
    await expect(address).toBeHidden()
    await press(page, 'Sign in')
    await expect(address).toBeFocused()
  })

  test('stores nothing of a session-only account, stays over a reload, and sends the password in the form required', async ({
    page,
    service,
  }) => {
    await signInWith(page, { address: service.url, name: null, environment: 'Production' })
    await expect(page.getByText('Test environment')).toBeHidden()
    await expect(page.getByRole('banner').getByText('Production', { exact: true })).toBeVisible()
    await expect(page).toHaveTitle(`${new URL(service.url).host} – Parcel Desk`)
    await page.reload()
    await expect(page.getByRole('main', { name: 'Search' })).toBeVisible()
    await choose(page, demoUser.username, 'Sign out')
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Saved accounts' })).toBeHidden()

    const before = service.requests.length
    await fillForm(page, { address: service.url, name: null })
    await openMore(page)
    await page.getByRole('radio', { name: 'Headers Username and Password' }).check({ force: true })
    await press(page, 'Sign in')
    await expect(page.getByRole('main', { name: 'Search' })).toBeVisible()
    const tokens = service.requests.slice(before).filter(({ endpoint }) => endpoint === 'token')
    expect(tokens.map(({ credentials }) => credentials)).toEqual(['headers'])
  })

  test.describe('with several accounts', () => {
    test.use({ serviceOptions: { users: [demoUser, OTHER] } })

    test('adds one beside the current one, switches between them, and takes no Undo of one along to the other', async ({
      page,
      service,
    }) => {
      await signInWith(page, { address: service.url, name: 'Aurora' })
      await choose(page, 'Aurora', 'Sign in with another account…')
      await expect(page.getByRole('textbox', { name: 'Address of the service' })).toBeFocused()
      await press(page, 'Back to the desk')
      await expect(page.getByRole('main', { name: 'Search' }).locator(':focus')).toBeVisible()
      await leaveFirstField(page)

      await choose(page, 'Aurora', 'Sign in with another account…')
      await signInWith(page, { address: service.url, ...OTHER, name: 'Baltic', environment: 'Production' })
      await expect(page.getByRole('banner')).toContainText(OTHER.username)
      await expect(page.getByText('Test environment')).toBeHidden()

      const alerts = await openSection(page, 'Desktop notifications')
      await press(page, 'Add a rule…')
      await page.getByText('Drafted', { exact: true }).click()
      await press(page, 'Save the rule')
      await alerts.getByRole('button', { name: /^Remove “/ }).click()
      await page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'Downloads' }).click()
      const undo = page.getByRole('button', { name: 'Undo', exact: true })
      await expect(undo).toBeVisible()
      await choose(page, `Baltic ${OTHER.username}`, 'Switch to Aurora')
      // Not by its role: the list of customers, which opens over the rest, would hide it.
      await expect(page.locator('header')).toContainText(demoUser.username)
      // At once: a while later it would be gone anyway.
      expect(await undo.count()).toBe(0)
      await expect(page.getByRole('main', { name: 'Search' })).toBeVisible()
      await expect(page.getByText('Test environment')).toBeVisible()
      await expect(page.locator(':focus')).toBeVisible()
    })

    test('offers a newcomer the demo first, in a small window, and the menu of a second account leads back to it @soak', async ({
      page,
      service,
    }) => {
      const { width, height } = page.viewportSize() ?? { width: 1440, height: 900 }
      await page.setViewportSize({ width: 1024, height: 700 })
      const demo = page.getByRole('button', { name: 'Try the demo service' })
      const address = page.getByRole('textbox', { name: 'Address of the service' })
      expect(await topOf(demo)).toBeLessThan(await topOf(address))
      await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeInViewport({ ratio: 1 })
      await demo.click()
      await entersDesk(page)
      await expect(page).toHaveTitle('TEST · Demo service – Parcel Desk')
      await page.setViewportSize({ width, height })
      await findShipments(page, 'SHP-0001')
      await startSave(page)
      await reaches(page, 'Done')

      // It starts in Search, with its own searches and saves.
      await choose(page, 'Demo service', 'Sign in with another account…')
      await signInWith(page, { address: service.url, ...OTHER, name: null, environment: 'Test' })
      await expect(page.getByRole('main', { name: 'Search' })).not.toContainText('Recent searches')
      await expect(page.getByRole('status', { name: 'Results' })).toBeHidden()
      const downloads = page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'Downloads' })
      await downloads.click()
      await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible()

      await choose(page, OTHER.username, 'Switch to the demo service')
      await expect(page.getByRole('main', { name: 'Search' })).toContainText('Recent searches')
      await downloads.click()
      await expect(page.getByRole('listbox', { name: 'Saves' }).getByRole('option')).toHaveCount(1)
    })
  })

  test.describe('because there is no keychain', () => {
    const locked = (): Promise<never> =>
      Promise.reject(new AppError({ tag: 'keychain-unavailable', reason: 'no keychain is running' }))
    test.use({ ports: { secrets: { read: locked, write: locked, remove: locked } } })
    test.skip(({ host }) => host !== 'shell', 'it takes a keychain of the test’s own')

    test('offers this session only', async ({ page, service }) => {
      await fillForm(page, { address: service.url, name: 'Aurora' })
      await press(page, 'Sign in')
      await expect(page.getByRole('alert')).toContainText('The system keychain cannot be used')
      await press(page, 'Sign in for this session only')
      await entersDesk(page)
      await choose(page, demoUser.username, 'Sign out')
      await expect(page.getByRole('region', { name: 'Saved accounts' })).toBeHidden()
    })
  })
})

async function topOf(element: Locator): Promise<number> {
  return (await element.boundingBox())?.y ?? Number.NaN
}
