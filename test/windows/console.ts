import { spawn } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { demoUser, startExchangeService } from '../exchange-service/start-exchange-service.ts'
import { distinctData } from '../support/distinct-documents.ts'
import type { Prefix } from './prefix.ts'

const CTRL_C = '\u0003'
const MAX_WAIT_MS = 120_000

/** The places of one run, by their names in Windows. */
interface Console {
  prefix: Prefix
  /** `node.exe` and the built command line. */
  program: readonly string[]
  /** A folder of this system and its name in Windows. */
  folder: { here: string; there: string }
}

/**
 * Ctrl+C in a console of Windows, which no Windows program can send to another: pressed on a terminal of this system that Wine
 * makes a console of. Returns what was not as it should be; empty where all was.
 */
export async function interruptInConsole({ prefix, program, folder }: Console): Promise<string[]> {
  const data = distinctData({ sets: 40, documentsPerSet: 2, customers: 2 })
  const service = await startExchangeService({ data })
  await rm(folder.here, { recursive: true, force: true })
  await mkdir(folder.here, { recursive: true })
  const env = {
    PARCEL_DESK_DATA_DIR: `${folder.there}\\data`,
    PARCEL_DESK_BASE_URL: service.url,
    PARCEL_DESK_USERNAME: demoUser.username,
    PARCEL_DESK_PASSWORD: demoUser.password,
  }
  const problems: string[] = []
  try {
    const gate = service.hold('document')
    const save = [...program, 'save', '--to', `${folder.there}\\archive`, '--name', '{documentId}']
    const { code, screen } = await pressAfter(prefix, save, { env, isReady: () => gate.waiting > 0 })
    if (code !== 130) problems.push(`it ended with ${code}, not 130: ${screen}`)
    if (!screen.includes('Stopping')) problems.push(`it did not say that it stops: ${screen}`)
    gate.open()
    const resumed = await prefix.run([...program, 'resume', '--json', '--quiet'], { env })
    const isComplete = resumed.succeeded && /"complete": ?true/.test(resumed.output)
    if (!isComplete) problems.push(`resume did not finish it: ${resumed.output}`)
  } finally {
    await service.close()
  }
  return problems
}

interface Press {
  env: Record<string, string>
  isReady(): boolean
}

/** What the program said until it ended, on a terminal on which Ctrl+C is pressed once. */
async function pressAfter(prefix: Prefix, words: readonly string[], { env, isReady }: Press): Promise<Ended> {
  const command = prefix.command(words)
  const line = command.words.map((word) => `'${word}'`).join(' ')
  const child = spawn('script', ['--quiet', '--return', '--command', line, '/dev/null'], {
    env: { ...process.env, ...command.env, ...env },
  })
  let screen = ''
  child.stdout.on('data', (chunk: Buffer) => (screen += chunk.toString()))
  const press = setInterval(() => {
    if (!isReady()) return
    child.stdin.write(CTRL_C)
    clearInterval(press)
  }, 100)
  const giveUp = setTimeout(() => child.kill('SIGKILL'), MAX_WAIT_MS)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  clearInterval(press)
  clearTimeout(giveUp)
  return { code, screen }
}

interface Ended {
  code: number | null
  screen: string
}
