import { spawnSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { demoData } from '../exchange-service/demo-data.ts'
import { demoUser, type ExchangeService, startExchangeService } from '../exchange-service/start-exchange-service.ts'
import { COMMAND_LINE } from '../support/command-line.ts'
import { openShell, type ShellAtTerminal } from '../support/pseudo-terminal.ts'
import { hasProgram } from '../support/system-abilities.ts'
import { createProgram, type Program } from './cli-program.ts'

const CTRL_Z = '\u001A'
const STARTED = `'${process.execPath}' '${COMMAND_LINE}'`
/** In a subshell, which first says which process the program will be. */
const COUNTERPARTIES = `(echo pid=$BASHPID; exec ${STARTED} counterparties); echo ended with $?\r`
const QUESTION = /Password of /

let service: ExchangeService
let program: Program
let shell: ShellAtTerminal

beforeEach(async () => {
  service = await startExchangeService({ data: demoData({ setsPerCustomer: 1 }), users: [demoUser] })
  program = await createProgram(service.url)
  const { PATH } = process.env
  shell = openShell(program.folder, {
    PATH,
    HOME: program.folder,
    PARCEL_DESK_DATA_DIR: `${program.folder}/data`,
    PARCEL_DESK_BASE_URL: service.url,
    PARCEL_DESK_USERNAME: demoUser.username,
  })
})

afterEach(async () => {
  await shell.close()
  await service.close()
  await program.remove()
})

describe.skipIf(process.platform !== 'linux' || !hasProgram('script'))('the question for a password', () => {
  it('is asked again after Ctrl+Z and fg, and still shows nothing of what is typed', async () => {
    shell.type(COUNTERPARTIES)
    for (let times = 0; times < 2; times += 1) {
      await shell.shows(QUESTION)
      shell.type(`half${CTRL_Z}`)
      await shell.shows(/Stopped/)
      shell.type('fg\r')
    }
    await shell.shows(QUESTION)
    await answerTheQuestion()
  })

  it.each(['SIGSTOP', 'SIGTSTP'] as const)(
    'is asked again and stays hidden after a %s from elsewhere and fg',
    { tags: 'soak' },
    async (signal) => {
      shell.type(COUNTERPARTIES)
      const pid = Number(await shell.shows(/pid=(\d+)/))
      await shell.shows(QUESTION)
      process.kill(pid, signal)
      await shell.shows(/Stopped/)
      shell.type('fg\r')
      await shell.shows(QUESTION)
      await answerTheQuestion()
    },
  )

  it('stays hidden where nothing can stop, because no shell would continue it', { tags: 'soak' }, async () => {
    // The leader of a session has no shell above it: the system ignores the stop.
    shell.type(`exec setsid --ctty --wait ${STARTED} counterparties\r`)
    await shell.shows(QUESTION)
    shell.type(CTRL_Z)
    await shell.shows(QUESTION)
    await answerTheQuestion()
  })

  it('ends with 130 at a termination signal, because nobody may be there to answer', { tags: 'soak' }, async () => {
    shell.type(COUNTERPARTIES)
    const pid = Number(await shell.shows(/pid=(\d+)/))
    await shell.shows(QUESTION)
    process.kill(pid, 'SIGTERM')
    expect(await shell.shows(/ended with (\d+)/)).toBe('130')
  })
})

async function answerTheQuestion(): Promise<void> {
  shell.type(`${demoUser.password}\r`)
  await shell.shows(/customers/)
  expect(shell.screen()).not.toContain(demoUser.password)
}

describe.skipIf(process.platform === 'win32')('an argument of a shell', () => {
  it('that is no UTF-8 makes no folder of a similar name', async () => {
    const command = `exec "$0" "$1" save --to "$(printf 'lat\\364')" --shipment-ref SHP-1`
    const env = { ...process.env, PARCEL_DESK_DATA_DIR: `${program.folder}/data` }
    const ran = spawnSync('sh', ['-c', command, process.execPath, COMMAND_LINE], {
      cwd: program.folder,
      env,
      encoding: 'utf8',
    })
    expect(ran).toMatchObject({ status: 2, stderr: expect.stringContaining('Argument 3 has bytes that are no UTF-8') })
    expect(await readdir(program.folder)).toEqual([])
  })
})

describe('a wait that nothing can end', () => {
  it('is told as an error of the program and ends with 1, not with 13 of Node', () => {
    const source = (file: string): string => JSON.stringify(new URL(`../../src/cli/${file}`, import.meta.url).href)
    const code = `
      const { createProcessTerminal } = await import(${source('terminal/process-terminal.ts')})
      const { runCommandLine } = await import(${source('run-command-line.ts')})
      const file = new URL('../../package.json', ${source('')})
      const files = { packageFile: file, diskProgram: file, pacProgram: file, certificatesProgram: file, launcher: file, thirdParties: file }
      const terminal = { ...createProcessTerminal(files), openDesk: () => new Promise(() => undefined) }
      process.exit(await runCommandLine(['jobs', '--json', '--data-dir', 'data'], terminal))`
    const ran = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
      cwd: program.folder,
      encoding: 'utf8',
    })
    expect(ran.status).toBe(1)
    expect(JSON.parse(ran.stdout)).toMatchObject({ failure: { tag: 'internal' } })
    expect(ran.stderr.trim().split('\n')).toHaveLength(1)
  })
})
