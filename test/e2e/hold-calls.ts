import type { Page } from 'playwright/test'

export interface HeldCalls {
  /** How many there were. */
  calls(): number
  /** Lets those that wait go on, and further ones pass. */
  release(): void
}

/** Keeps the page’s calls of one method from being answered until they are released. */
export async function holdCalls(page: Page, method: string): Promise<HeldCalls> {
  const released = Promise.withResolvers<void>()
  let calls = 0
  await page.route('**/desk/call', async (route) => {
    if (route.request().postData()?.includes(`"${method}"`) === true) {
      calls += 1
      await released.promise
    }
    await route.continue()
  })
  return { calls: () => calls, release: released.resolve }
}
