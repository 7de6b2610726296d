import type { Page } from 'playwright'

export interface SignIn {
  address: string
  username: string
  password: string
  /** In the keychain, under this name; for this session only without one. */
  name?: string | undefined
  /** What a service on this computer is, the form knows: a test service. */
  environment?: 'Production' | 'Test' | undefined
}

export async function fillSignInForm(page: Page, account: SignIn): Promise<void> {
  const { address, username, password, name, environment } = account
  await page.getByRole('textbox', { name: 'Address of the service' }).fill(address)
  if (environment !== undefined) await page.getByRole('radio', { name: environment }).check({ force: true })
  await page.getByRole('textbox', { name: 'User name' }).fill(username)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('checkbox', { name: 'Keep me signed in' }).setChecked(name !== undefined, { force: true })
  if (name === undefined) return
  await openMore(page)
  await page.getByRole('textbox', { name: 'Name of the account here' }).fill(name)
}

export async function openMore(page: Page): Promise<void> {
  const more = page.locator('details', { hasText: 'More' })
  if ((await more.getAttribute('open')) === null) await more.getByText('More', { exact: true }).click()
}

export async function signInByForm(page: Page, account: SignIn): Promise<void> {
  await fillSignInForm(page, account)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
