import { bringElectron } from './bring-electron.ts'
import { buildDesktop } from './desktop-build.ts'
import { runElectron } from './run-electron.ts'

const OTHERWISE = '“npm run shell -- --demo” opens the same application in a browser.'

/** `npm start`: the desktop, fetched and built where that is needed. What follows `--` goes to it. */
async function start(): Promise<number> {
  const electron = await bringElectron({ say: complain })
  if (electron.program === undefined) {
    complain(`${electron.why} ${OTHERWISE}`)
    return 1
  }
  await buildDesktop()
  const { exitCode, why } = await runElectron(electron.program, ['.', ...process.argv.slice(2)], { isShown: true })
  if (why !== undefined) complain(why)
  return exitCode
}

function complain(text: string): void {
  process.stderr.write(`${text}\n`)
}

process.exitCode = await start()
