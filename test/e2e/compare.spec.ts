import type { Locator, Page } from 'playwright/test'
import { changeState } from '../exchange-service/change-state.ts'
import { axeFindings, contrastFindings } from './axe.ts'
import { expect, test } from './desk-test.ts'
import { paletteField, runCommand } from './palette-steps.ts'
import { rows } from './results-grid.ts'
import { findShipments, reaches, startSave } from './save-journey.ts'

const previews = (page: Page): Locator => page.getByRole('region', { name: /^Preview of/ })
const bar = (page: Page): Locator => page.getByRole('region', { name: 'What differs' })
const marks = (page: Page, side: 'first' | 'last'): Locator => previews(page)[side]().locator('[data-mark]')

async function openFirstSet(page: Page): Promise<void> {
  await findShipments(page, 'SHP-0001')
  await rows(page).filter({ hasText: 'PR-2026-00001' }).getByRole('rowheader').first().click()
  await expect(page.locator('.textLayer').first()).toContainText('BILL OF LADING')
}

test('a document is compared with its earlier version by keyboard: offered once there is one, said in a sentence, marked, gone through, listed in the timeline @app-origin', async ({
  page,
  service,
}) => {
  await openFirstSet(page)
  await page.keyboard.press('Control+k')
  await expect(paletteField(page)).toBeFocused()
  await page.keyboard.type('Compare with the earlier')
  await expect(page.getByRole('option', { name: /^Compare with the earlier/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await startSave(page)
  await reaches(page, 'Done')

  const customerIds = service.data.counterparties.map(({ customerId }) => customerId)
  const [set] = service.data.search({ customerIds, parcelRef: 'PR-2026-00001' }).slice(0, 1)
  if (set === undefined) throw new Error('the demo has no such set')
  const act = { actor: 'Ana', company: 'Aurora Grain AG', at: new Date(Date.UTC(2026, 9, 1)) }
  changeState(set, { kind: 'issued', ...act })
  service.changeDocument(set.row.documents[0]?.documentId ?? '')
  await page.keyboard.press('Control+2')
  await openFirstSet(page)
  await expect(page.locator('.textLayer').first()).toContainText('COPY')

  await runCommand(page, 'Compare with the earlier version')
  await expect(previews(page)).toHaveCount(2)
  await expect(previews(page).first()).toHaveAccessibleName(/^Preview of Saved on .*: Bill of Lading$/)
  const sentence = bar(page).getByRole('status').first()
  await expect(sentence).toHaveText(/^\d words? differs? on pages? 1/)
  await expect(marks(page, 'last').first()).toBeAttached()
  await expect(marks(page, 'first')).toHaveCount(0)
  await page.keyboard.press('F8')
  const change = bar(page).getByRole('status').last()
  await expect(change).toHaveText(/^1 of \d\. Page 1: “COPY” was added\.$/)
  await page.keyboard.press('Shift+F8')
  await expect(change).toHaveText(/^(\d) of \1\. Page \d: “COPY” was added\.$/)

  // Both scroll as one.
  const top = (preview: Locator): Promise<number> =>
    preview.locator('[data-pages]').evaluate(({ scrollTop }: { scrollTop: number }) => scrollTop)
  const [left, right] = [previews(page).first(), previews(page).last()]
  await right.locator('[data-pages]').focus()
  await page.keyboard.press('End')
  await expect.poll(() => top(right)).toBeGreaterThan(50)
  await expect.poll(async () => Math.abs((await top(left)) - (await top(right)))).toBeLessThan(3)

  const findings = await axeFindings(page, 'compared')
  await page.emulateMedia({ forcedColors: 'active' })
  findings.push(...(await contrastFindings(page, 'forced compared')))
  await page.emulateMedia({ forcedColors: 'none' })
  expect(findings).toEqual([])

  // Left with the whole window, it is offered again.
  await page.keyboard.press('Escape')
  await expect(previews(page)).toHaveCount(1)
  await runCommand(page, 'Compare with the earlier version')
  await expect(previews(page)).toHaveCount(2)

  await page.keyboard.press('c')
  await expect(previews(page)).toHaveCount(1)
  await expect(page.locator('[data-mark]')).toHaveCount(0)
  await page.getByRole('tab', { name: 'Timeline' }).click()
  await expect(
    page.getByRole('listitem').filter({ hasText: /compared with the version saved on .*: \d words? differ/ }),
  ).toHaveCount(1)
})

test('two documents side by side are marked on demand; what differs is said above them', async ({ page }) => {
  await openFirstSet(page)
  await page.keyboard.press('c')
  await expect(previews(page)).toHaveCount(2)
  await runCommand(page, 'Mark what differs')
  const sentence = bar(page).getByRole('status').first()
  await expect(sentence).toHaveText(/^\d+ words .*differ on /)
  await expect(marks(page, 'first').first()).toBeAttached()
  await page.keyboard.press('n')
  await expect(sentence).not.toHaveText(/^Comparing|^Compared/)
  await bar(page).getByRole('button', { name: 'Stop comparing' }).click()
  await expect(bar(page)).toHaveCount(0)
  await expect(page.locator('[data-mark]')).toHaveCount(0)
})
