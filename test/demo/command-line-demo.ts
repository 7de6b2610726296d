import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { showData } from '../exchange-service/show-set.ts'
import { demoUser, startExchangeService } from '../exchange-service/start-exchange-service.ts'
import { folderTree } from './folder-tree.ts'
import { runProgram } from './run-program.ts'

const CUSTOMER = 'Aurora Grain AG'
const FOLDER = path.resolve('demo-output')
const LINES_OF_TREE = 24

/** Saves a customer’s documents from its own service with the real command line, and shows the result. */
export async function runCommandLineDemo(): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'parcel-desk-demo-'))
  const service = await startExchangeService({ data: showData() })
  const env = {
    PARCEL_DESK_BASE_URL: service.url,
    PARCEL_DESK_USERNAME: demoUser.username,
    PARCEL_DESK_PASSWORD: demoUser.password,
    PARCEL_DESK_DATA_DIR: dataDir,
  }
  const commandLine = async (...words: string[]): Promise<void> => {
    say(`\n$ parcel-desk ${words.map((word) => (word.includes(' ') ? `"${word}"` : word)).join(' ')}`)
    await runProgram(words, env)
  }
  try {
    say(`An exchange service with invented documents runs at ${service.url}.`)
    await commandLine('counterparties')
    await commandLine('save', '--customer', CUSTOMER, '--environment', 'test', '--to', FOLDER)
    await commandLine('verify', FOLDER)
    say(`\n${(await folderTree(FOLDER, LINES_OF_TREE)).join('\n')}`)
    say(`\nWhat was saved, from where and when, is in ${path.join(FOLDER, 'parcel-desk-manifest.csv')}.`)
    say('Run the demo again: what is there already is not written twice.')
  } finally {
    await service.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
