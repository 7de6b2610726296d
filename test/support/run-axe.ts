import bundledAxe, { type ElementContext, type RunOptions } from 'axe-core'
import type { Locator, Page } from 'playwright'

declare global {
  /** In a page that axe was brought into. */
  var axe: typeof bundledAxe
}

/**
 * What axe has against a page: the rule, and where. It is brought into the page once and asked for what is wrong alone:
 * anything else took longer than examining (measured).
 */
export async function runAxe(page: Page, context: ElementContext, options: RunOptions = {}): Promise<string[]> {
  await provideAxe(page)
  return await page.evaluate<string[]>(`
    axe.run(${JSON.stringify(context)}, ${JSON.stringify({ ...options, resultTypes: ['violations'] })})
      .then(({ violations }) => violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, any: [first] }) => id + ': ' + html.slice(0, 200) + ' ' + (first?.message ?? ''))))`)
}

/** How a screen reader names each of the elements, all at once: asked one by one, each looks the others up again. */
export async function accessibleNames(elements: Locator): Promise<string[]> {
  await provideAxe(elements.page())
  return await elements.evaluateAll((found) => {
    const { setup, teardown, commons } = globalThis.axe
    setup()
    const names = found.map((element) => commons.text.accessibleText(element))
    teardown()
    return names
  })
}

async function provideAxe(page: Page): Promise<void> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(bundledAxe.source)
}
