import type { Page } from 'playwright'

export interface SignIn {
  address: string
  username: string
  password: string
  /** Kept under this name, or with null for this session only; left out, kept under the name that the form gives it. */
  name?: string | null
  /** What a service on this computer is, the form knows: a test service. */
  environment?: 'Production' | 'Test'
}

export async function fillSignInForm(page: Page, account: SignIn): Promise<void> {
  const { address, username, password, name, environment } = account
  await page.getByRole('textbox', { name: 'Address of the service' }).fill(address)
  if (environment !== undefined) await page.getByRole('radio', { name: environment }).check({ force: true })
  await page.getByRole('textbox', { name: 'User name' }).fill(username)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  if (name === undefined) return
  await page.getByRole('checkbox', { name: 'Keep me signed in' }).setChecked(name !== null, { force: true })
  if (name === null) return
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
