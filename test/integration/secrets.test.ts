import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { demoData } from '../exchange-service/demo-data.ts'
import { type ExchangeService, startExchangeService } from '../exchange-service/start-exchange-service.ts'
import { echoingPage, type EchoingProxy, startEchoingProxy } from '../support/echoing-proxy.ts'
import { startKeychainSession } from '../support/keychain-session.ts'
import { saveWith } from '../support/save-with-desk.ts'
import { filesBelow } from '../support/temp-folder.ts'
import { missingPackages } from '../support/system-packages.ts'
import { createTestDesk } from '../support/test-desk.ts'
import { createProgram, type Program, type ProgramOptions } from './cli-program.ts'

/** With everything that another encoding would write differently. */
const user = { username: 'marked@aurora.example', password: 'Marked-Secret/+ "1" ß%&=' }
const WRONG = 'Wrong-Marked-Secret-2'

let service: ExchangeService
let proxy: EchoingProxy
let program: Program
/** All that any command said, and how it was started. */
let heard: string
beforeEach(async () => {
  const data = demoData({ setsPerCustomer: 1 })
  data.sets.splice(3)
  for (const set of data.sets) set.documentKinds = set.documentKinds.map(() => 'small')
  const documents = { truncated: 0.1 }
  service = await startExchangeService({ data, users: [user], tokenUses: 8, faults: { documents } })
  onTestFinished(service.close)
  proxy = await startEchoingProxy(service.url)
  program = await createProgram(proxy.url)
  onTestFinished(program.remove)
  heard = ''
})

/** Runs a command, writing down what it says and what the process list says of it meanwhile. */
async function run(words: string[], options: ProgramOptions): Promise<number | null> {
  const { child, result } = program.start([...words, '--verbose'], options)
  const watch = setInterval(() => (heard += processList(child.pid)), 20)
  const { code, stdout, stderr } = await result
  clearInterval(watch)
  heard += stdout + stderr
  return code
}

function processList(parent: number | undefined): string {
  const read = (pid: string): string => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
    } catch {
      return ''
    }
  }
  const pids = process.platform === 'linux' ? readdirSync('/proc').filter((name) => Number(name) >= (parent ?? 0)) : []
  return pids.map(read).join('\n')
}

/** How somebody who looks for it might find a secret written down. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const encoded = [
    bytes.toString('base64'),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    encodeURIComponent(secret),
  ]
  return [secret, JSON.stringify(secret).slice(1, -1), bytes.toString('latin1'), ...encoded].filter(
    (form) => form.length > 3,
  )
}

async function expectNoSecretIn(folder: string): Promise<void> {
  const both = `${user.username}:${user.password}`
  const secrets = [user.password, both, WRONG, `${user.username}:${WRONG}`, ...proxy.secrets]
  const forms = new Set(secrets.flatMap(formsOf))
  const found = (await filesBelow(folder)).map((file) => join(folder, file))
  const files = found.filter((file) => lstatSync(file).isFile())
  expect(files.length).toBeGreaterThan(10)
  for (const form of forms) expect(heard.includes(form), `said ${form}`).toBe(false)
  for (const file of files) {
    const content = readFileSync(file)
    for (const form of forms) {
      expect(content.includes(form), `${file} has ${form}`).toBe(false)
      expect(content.includes(Buffer.from(form, 'utf16le')), `${file} has ${form} in UTF-16`).toBe(false)
    }
  }
}

const SAVE = ['save', '--to', 'out', '--concurrency', '8', '--json', '--log-file', 'run.log']

describe('passwords and tokens', () => {
  it.each([
    ['of a document', 1, 'not-a-whole-pdf'],
    ['of all', Infinity, 'service-unreachable'],
  ])('are redacted in failures that are stored, even if a page repeats them in place %s', async (_, most, tag) => {
    const echoed = new Set<string>()
    const isEchoed = (url: string): boolean => {
      if (!url.includes('get-single-pdf')) return false
      if (echoed.size < most) echoed.add(url)
      return echoed.has(url)
    }
    const echoing = await startEchoingProxy(service.url, (url) => (isEchoed(url) ? echoingPage : undefined))
    const desk = await createTestDesk({ service: echoing, connection: { ...user, environment: 'production' } })
    onTestFinished(desk.close)
    const { documents, job } = await saveWith(desk, { concurrency: 16 })
    const failure = documents.find((document) => document.failure !== undefined)?.failure ?? job.failure
    expect(failure).toMatchObject({ tag, message: expect.stringContaining('[redacted]') })
    proxy = echoing
    heard = JSON.stringify([documents, job]) + desk.logLines.join('\n')
    await expectNoSecretIn(desk.root)
  })

  it('are not printed by Node, which prints what it sends where NODE_DEBUG is set for another program', async () => {
    const env = {
      PARCEL_DESK_USERNAME: user.username,
      PARCEL_DESK_PASSWORD: user.password,
      NODE_DEBUG: 'http,https,net',
    }
    const { code, stdout, stderr } = await program.run(['counterparties', '--json'], { env })
    expect([code, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout)).toHaveLength(7)
  })

  it.each(['basic', 'headers'])(
    'are written nowhere by a one-off connection, whatever fails (%s)',
    { tags: 'soak' },
    async (form) => {
      const env = { PARCEL_DESK_USERNAME: user.username, PARCEL_DESK_PASSWORD: user.password }
      const words = ['--credential-form', form]
      for (const command of [['counterparties'], SAVE, ['resume', '--json'], ['search', '--json']]) {
        await run([...command, ...words], { env })
      }
      await run(['jobs', '--json'], { env })
      await run(['verify', 'out'], { env })
      await run(['save', '--to', 'other', ...words], { env: { ...env, PARCEL_DESK_PASSWORD: WRONG } })
      expect(proxy.echoed).toBeGreaterThan(4)
      expect(proxy.secrets.size).toBeGreaterThan(3)
      expect(heard.length).toBeGreaterThan(5000)
      await expectNoSecretIn(program.folder)
    },
  )

  it.skipIf(process.platform !== 'linux' || missingPackages().length > 0)(
    'are written nowhere but in the keychain by a saved account',
    { tags: 'soak' },
    async () => {
      const session = await startKeychainSession(program.folder)
      onTestFinished(session.end)
      const none = { PARCEL_DESK_BASE_URL: undefined, PARCEL_DESK_USERNAME: undefined, PARCEL_DESK_PASSWORD: undefined }
      const env = { ...session.env, ...none }
      const address = ['--profile', 'demo', '--base-url', proxy.url, '--username', user.username]
      const signIn = ['sign-in', ...address, '--password-stdin']
      for (let times = 0; times < 2; times += 1) await run(signIn, { env, stdin: `${user.password}\n` })
      await run(signIn, { env, stdin: `${WRONG}\n` })
      await run(SAVE, { env })
      await run(['resume', '--json'], { env })
      await run(['profiles', '--json'], { env })
      await run(['jobs', '--json'], { env })
      service.faults.refuseTokens(true)
      await run(SAVE, { env })
      expect(proxy.echoed).toBeGreaterThan(4)
      await expectNoSecretIn(program.folder)
      await run(['sign-out'], { env })
      await expectNoSecretIn(program.folder)
    },
  )
})
