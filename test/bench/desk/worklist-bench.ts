import path from 'node:path'
import { chromium, type Page } from 'playwright'
import { z } from 'zod'
import { startShellProcess } from '../../browser-shell/shell-process.ts'
import { browserProgram, QUIET_BROWSER } from '../../support/find-browser.ts'
import { markdownTable } from '../measuring/bench-section.ts'
import { type Spread, spreadOf } from '../measuring/spread.ts'
import { startGeneratedService } from '../service/generated-service.ts'
import { signInHere } from '../service/sign-in-here.ts'

const LINES = 5_000
const ROUNDS = 9
const MAX_SHOWN_MS = 500

/** Pastes and waits for the frame that shows the first lines, and for the one of the grid that has them all. */
const PASTE = `
  window.pasteList = (text, rows) => new Promise((resolve) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    const startMs = performance.now()
    let firstMs
    const look = () => {
      const grid = document.querySelector('[role=grid][aria-label=Worklist]')
      const count = grid?.querySelector('tbody tr') == null ? 0 : Number(grid.getAttribute('aria-rowcount'))
      // The frame in which it is found is the one after it was drawn.
      if (count > 1) firstMs ??= performance.now() - startMs
      if (count < rows) requestAnimationFrame(look)
      else resolve({ firstMs, allMs: performance.now() - startMs })
    }
    requestAnimationFrame(look)
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  })`

const pasted = z.object({ firstMs: z.number(), allMs: z.number() })

export interface WorklistResult {
  readonly lines: number
  readonly rounds: number
  /** From the paste, in milliseconds. */
  readonly firstMs: Spread
  readonly allMs: Spread
}

/** Measures how soon a pasted list of 5,000 lines is on the screen, kept in the database, with its check begun. */
export async function benchWorklist(workFolder: string): Promise<WorklistResult> {
  const service = await startGeneratedService({ sets: 100, documentsPerSet: 2, documentBytes: 5000 })
  const shell = await startShellProcess({ root: path.join(workFolder, 'worklist') })
  const browser = await chromium.launch({ executablePath: browserProgram(), args: [...QUIET_BROWSER] })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.addInitScript({ content: PASTE })
    await page.goto(shell.url)
    await signInHere(page, service.baseUrl)
    await page.keyboard.press('Control+3')
    // The screen is fetched on demand; a paste before it is there would be lost.
    await page.getByRole('textbox', { name: 'Shipment references' }).waitFor()
    const times: z.output<typeof pasted>[] = []
    // The first round compiles what the others run.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const measured = await pasteOnce(page, round)
      if (round > 0) times.push(measured)
    }
    return {
      lines: LINES,
      rounds: ROUNDS,
      firstMs: spreadOf(times.map(({ firstMs }) => firstMs)),
      allMs: spreadOf(times.map(({ allMs }) => allMs)),
    }
  } finally {
    await browser.close()
    await shell.kill()
    service.stop()
  }
}

async function pasteOnce(page: Page, round: number): Promise<z.output<typeof pasted>> {
  const lines = Array.from(
    { length: LINES },
    (_, at) => `LIST-${round}-${at}\tMV Aurora ${at % 40}\tby the end of the week`,
  )
  const text = ['Shipment ref\tVessel\tNote', ...lines].join('\r\n')
  const measured = pasted.parse(await page.evaluate(`window.pasteList(${JSON.stringify(text)}, ${LINES + 1})`))
  // What is looked up now would take its time from the next round.
  await page.getByRole('button', { name: 'Stop checking' }).click()
  await page.getByRole('button', { name: 'Check again' }).waitFor()
  await page.getByRole('button', { name: 'New list' }).click()
  await page.getByRole('textbox', { name: 'Shipment references' }).waitFor()
  return measured
}

export function worklistTable({ lines, firstMs, allMs }: WorklistResult): string {
  return markdownTable(
    ['Pasted', 'First lines on the screen', 'All lines in the grid'],
    [[`${lines.toLocaleString('en')} lines of 3 columns`, ms(firstMs), ms(allMs)]],
  )
}

export function worklistMisses({ allMs }: WorklistResult): string[] {
  if (allMs.median <= MAX_SHOWN_MS) return []
  return [`a pasted worklist: ${allMs.median.toFixed(0)} ms until it is shown, limit ${MAX_SHOWN_MS} ms`]
}

function ms({ median, min, max }: Spread): string {
  return `${median.toFixed(0)} ms (${min.toFixed(0)}–${max.toFixed(0)})`
}
