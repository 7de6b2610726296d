import axe, { type ElementContext, type RunOptions } from 'axe-core'
import type { Page } from 'playwright'

/**
 * What axe has against a page: the rule, and where. It is brought into the page once and asked for what is wrong alone:
 * anything else took longer than examining (measured).
 */
export async function runAxe(page: Page, context: ElementContext, options: RunOptions = {}): Promise<string[]> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe.source)
  return await page.evaluate<string[]>(`
    axe.run(${JSON.stringify(context)}, ${JSON.stringify({ ...options, resultTypes: ['violations'] })})
      .then(({ violations }) => violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, any: [first] }) => id + ': ' + html.slice(0, 200) + ' ' + (first?.message ?? ''))))`)
}
