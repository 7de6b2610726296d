import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'

/** pdf.js names its pages by their number; each stands in a region that is named after its document. */
const PAGES_OF_DOCUMENT = '.pdfViewer .page'

/** What every screen has to pass. */
export function axeFor(page: Page): AxeBuilder {
  return (
    new AxeBuilder({ page })
      // Its other mode opens a page of its own, which the desktop does not allow.
      .setLegacyMode()
      // Experimental in axe: what speech input hears has to begin with what is seen (2.5.3).
      .options({ rules: { 'label-content-name-mismatch': { enabled: true } } })
      .exclude(PAGES_OF_DOCUMENT)
  )
}

/** What axe has against a screen: the rule, and where. */
export async function findingsOf(axe: AxeBuilder, screen: string): Promise<string[]> {
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${screen}: ${id}: ${html.slice(0, 200)} ${any[0]?.message ?? ''}`),
  )
}

/**
 * The texts of a screen that cannot be told from what is behind them, in the colours that the page is drawn in now. Axe is in
 * the page since it examined all of the screen: to bring it there again costs more than to ask it.
 */
export async function contrastFindings(page: Page, screen: string, within?: string): Promise<string[]> {
  const exclude = [[PAGES_OF_DOCUMENT]]
  const context = within === undefined ? { exclude } : { exclude, include: [[within]] }
  const lacking = await page.evaluate<string[]>(`
    axe.run(${JSON.stringify(context)}, { runOnly: ['color-contrast'], resultTypes: ['violations'] })
      .then(({ violations }) => violations.flatMap(({ nodes }) => nodes.map(({ html }) => html.slice(0, 200))))`)
  return lacking.map((html) => `${screen}: color-contrast: ${html}`)
}
