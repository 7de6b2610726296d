import type { ElementContext } from 'axe-core'
import type { Page } from 'playwright/test'
import { runAxe } from '../support/run-axe.ts'

/** pdf.js names its pages by their number; each stands in a region that is named after its document. */
const PAGES_OF_DOCUMENT = '.pdfViewer .page'

/** Experimental in axe: what speech input hears has to begin with what is seen (2.5.3). */
const RULES = { 'label-content-name-mismatch': { enabled: true } }

/** What axe has against a screen, or what is `within` a selector: the rule, and where. */
export async function axeFindings(page: Page, screen: string, within?: string): Promise<string[]> {
  // What React Aria opens hides the rest from screen readers; axe asks that it be inert as well, and it closes at Tab.
  const rules = within === undefined ? RULES : { ...RULES, region: { enabled: false } }
  return onScreen(screen, await runAxe(page, contextOf(within), { rules }))
}

/** The texts of a screen that cannot be told from what is behind them, in the colours that the page is drawn in now. */
export async function contrastFindings(page: Page, screen: string, within?: string): Promise<string[]> {
  return onScreen(screen, await runAxe(page, contextOf(within), { runOnly: ['color-contrast'] }))
}

function contextOf(within: string | undefined): ElementContext {
  const exclude = [[PAGES_OF_DOCUMENT]]
  return within === undefined ? { exclude } : { exclude, include: [[within]] }
}

function onScreen(screen: string, findings: readonly string[]): string[] {
  return findings.map((finding) => `${screen}: ${finding}`)
}
