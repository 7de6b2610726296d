import { findBrowser } from '../support/find-browser.ts'
import { runCommandLineDemo } from './command-line-demo.ts'
import { showDesk } from './desk-demo.ts'
import { showFirm } from './firm-windows.ts'
import { hasDisplay } from './has-display.ts'

/**
 * `npm run demo`: the desk if there is a screen, else the command line, which `--cli` always takes; with `--firm` three desks of
 * one firm. What could not be shown in one way is shown in the next.
 */
async function demo(): Promise<number> {
  if (process.argv.includes('--firm')) return await showFirm(hasDisplay() ? findBrowser() : undefined)
  const isWanted = !process.argv.includes('--cli') && hasDisplay()
  const exitCode = isWanted ? await showDesk(findBrowser()) : undefined
  if (exitCode !== undefined) return exitCode
  await runCommandLineDemo()
  return 0
}

process.exitCode = await demo()
