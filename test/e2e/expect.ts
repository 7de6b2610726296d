import {
  type ExpectMatcherState,
  type Locator,
  expect as playwrightExpect,
  type MatcherReturnType,
} from 'playwright/test'

/** Of one element, and asked so often that it counts. */
const LOOKS = [
  'toBeAttached',
  'toBeEnabled',
  'toBeFocused',
  'toBeVisible',
  'toContainText',
  'toHaveAttribute',
  'toHaveText',
] as const

/**
 * Playwright’s, which waits for an element before it looks at it: where there is none yet, Playwright describes the whole page
 * at each look, for a failure that it may have to report. That was a twentieth of what the pages work (measured).
 */
export const expect: typeof playwrightExpect = playwrightExpect.extend(
  Object.fromEntries(LOOKS.map((look) => [look, onceThere(look)])),
)

function onceThere(look: (typeof LOOKS)[number]) {
  return async function (this: ExpectMatcherState, element: Locator, ...asked: unknown[]): Promise<MatcherReturnType> {
    // Where several texts are expected, there may have to be none; where it is limited, a look may fail.
    const isAwaited = !this.isNot && !asked.some((given) => typeof given === 'object' && !(given instanceof RegExp))
    if (isAwaited) await element.first().waitFor({ state: 'attached', timeout: this.timeout })
    const expected = playwrightExpect.configure({ timeout: this.timeout })(element)
    await Reflect.apply((this.isNot ? expected.not : expected)[look], undefined, asked)
    return { pass: !this.isNot, message: () => '' }
  }
}
