import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'

/** What every screen has to pass. */
export function axeFor(page: Page): AxeBuilder {
  return (
    new AxeBuilder({ page })
      // Its other mode opens a page of its own, which the desktop does not allow.
      .setLegacyMode()
      // Experimental in axe: what speech input hears has to begin with what is seen (2.5.3).
      .options({ rules: { 'label-content-name-mismatch': { enabled: true } } })
      // pdf.js names its pages by their number; each stands in a region that is named after its document.
      .exclude('.pdfViewer .page')
  )
}

/** What axe has against a screen: the rule, and where. */
export async function findingsOf(axe: AxeBuilder, screen: string): Promise<string[]> {
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${screen}: ${id}: ${html.slice(0, 200)} ${any[0]?.message ?? ''}`),
  )
}
