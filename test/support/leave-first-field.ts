import type { Page } from 'playwright'

/**
 * After signing in the keyboard is in the field where work begins, for a newcomer with the list of customers open over the
 * rest. Waits for that, closes the list and leaves the field, as somebody does who clicks beside it.
 */
export async function leaveFirstField(page: Page): Promise<void> {
  // The form for signing in has the focus as well, until the service has answered. Not by its role: an open list hides the
  // rest of the page from everything that reads roles.
  await page.locator('nav[aria-label="Places"]').waitFor()
  const field = page.locator('main :focus')
  await field.waitFor()
  if ((await field.getAttribute('aria-expanded')) === 'true') await field.press('Escape')
  await field.blur()
}
