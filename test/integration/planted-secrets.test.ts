import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate/browser'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createLogFile } from '../../src/adapters/log-file.ts'
import { environmentSecrets } from '../../src/engine/base/environment-secrets.ts'
import { demoData } from '../exchange-service/demo-data.ts'
import { demoUser, startExchangeService } from '../exchange-service/start-exchange-service.ts'
import { startEchoingProxy } from '../support/echoing-proxy.ts'
import { childrenOf, formsFoundIn, formsOf, plantedSecrets, SIX_ENCODINGS } from '../support/planted-secrets.ts'
import { filesBelow, tempFolder } from '../support/temp-folder.ts'
import { createTestDesk, type TestDesk } from '../support/test-desk.ts'
import { createProgram } from './cli-program.ts'

const OF_A_KIND = 40

/** Every kind of secret, each where the program meets it. */
async function plantInDesk({ desk, connect }: TestDesk, proxy: { secrets: Set<string> }): Promise<string[]> {
  const passwords = plantedSecrets(OF_A_KIND, 'passwords')
  const signInPairs = plantedSecrets(OF_A_KIND, 'pairs').map((password) => `ops@aurora.example:${password}`)
  const ofBrokers = plantedSecrets(OF_A_KIND, 'brokers')
  const ofProxies = plantedSecrets(OF_A_KIND, 'proxies')
  const baseUrl = 'https://exchange.example'
  for (const password of passwords) desk.accounts.useOnce({ baseUrl, username: 'ops', password })
  for (const pair of signInPairs) {
    const [username = '', ...password] = pair.split(':')
    desk.accounts.useOnce({ baseUrl, username, password: password.join(':') })
  }
  for (const [at, password] of ofBrokers.entries()) {
    const hosts = [{ host: `mq${at}.example`, port: 5671 }]
    const account = { environment: 'test', username: 'ops', hosts, usesTls: true, virtualHost: '/' } as const
    await desk.accounts.brokers.remember(account, password, false)
  }
  for (const password of ofProxies) {
    const address = `http://ops:${encodeURIComponent(password)}@proxy.example:8080`
    for (const secret of environmentSecrets({ HTTPS_PROXY: address })) desk.logger.addSecret(secret)
  }
  for (let times = 0; times < OF_A_KIND; times += 1) await connect().signIn()
  const signInHeader = Buffer.from(`${demoUser.username}:${demoUser.password}`).toString('base64')
  const tokens = [...proxy.secrets].filter((secret) => secret !== signInHeader)
  return [...passwords, ...signInPairs, ...ofBrokers, ...ofProxies, ...tokens]
}

describe('200 planted secrets in six encodings', () => {
  it('are neither in the log, nor in records of crashes, nor in the bundle for support', async () => {
    const service = await startExchangeService({ data: demoData({ setsPerCustomer: 1 }), users: [demoUser] })
    onTestFinished(service.close)
    const proxy = await startEchoingProxy(service.url, () => undefined)
    const folder = await tempFolder()
    const logFile = join(folder, 'logs', 'desktop.log')
    const test = await createTestDesk({ service: proxy, speed: 1, ports: { log: createLogFile({ file: logFile }) } })
    onTestFinished(test.close)
    const { desk, dataDir } = test
    const secrets = await plantInDesk(test, proxy)
    expect(secrets).toHaveLength(5 * OF_A_KIND)

    // As a careless service, library, user or earlier version may have written them.
    const said = secrets.map((secret) => formsOf(secret).join(' , '))
    for (const text of said) {
      desk.logger.warn('planted', { text, failure: { said: [JSON.stringify(text)] } })
      appendFileSync(join(folder, 'logs', 'older.log'), `${JSON.stringify({ said: text })}\n`)
    }
    mkdirSync(join(dataDir, 'test'), { recursive: true })
    writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ pattern: 'x', notes: said.slice(0, 100) }))
    writeFileSync(join(dataDir, 'test', 'feed.json'), `{"unreadable": ${JSON.stringify(said.slice(100))}`)
    for (const text of said.slice(-5)) desk.crashes.add('page', new Error(text))
    const { zip, parts } = await desk.supportBundle({
      versions: () => said.slice(0, 20),
      logDir: join(folder, 'logs'),
      feeds: () => said.slice(-20).map((sentence) => ({ health: { sentence } })),
    })
    expect(parts.filter(({ failure }) => failure !== null).map(({ name }) => name)).toEqual(['network'])

    const bundled = Object.values(unzipSync(zip)).map((bytes) => Buffer.from(bytes))
    const crashes = (await filesBelow(join(dataDir, 'crashes'))).map((file) => join(dataDir, 'crashes', file))
    const written = [logFile, ...crashes].map((file) => readFileSync(file))
    expect(crashes).toHaveLength(5)
    expect(Buffer.concat(bundled).toString().split('[redacted]').length).toBeGreaterThan(3 * secrets.length)
    for (const bytes of [zip, ...bundled, ...written]) expect(formsFoundIn(bytes, secrets)).toEqual([])
  })

  it('are neither said by the command line, nor handed to a child of it', async () => {
    const program = await createProgram('http://127.0.0.1:9')
    onTestFinished(program.remove)
    const secrets = plantedSecrets(5, 'environment')
    const [password, ofBroker, ofCollector, ofProxy = '', ofOther = ''] = secrets
    const proxy = (one: string): string => `http://ops:${encodeURIComponent(one)}@127.0.0.1:9`
    const env = {
      PARCEL_DESK_PASSWORD: password,
      PARCEL_DESK_AMQP_PASSWORD: ofBroker,
      PARCEL_DESK_PUBLISH_PASSWORD: ofCollector,
      HTTPS_PROXY: proxy(ofProxy),
      ALL_PROXY: proxy(ofOther),
    }
    const logs = join(program.folder, 'data', 'logs')
    mkdirSync(logs, { recursive: true })
    const lines = secrets.flatMap((secret) => Object.values(SIX_ENCODINGS).map((write) => `older: ${write(secret)}`))
    writeFileSync(join(logs, 'desktop.log'), `${lines.join('\n')}\n`)
    const seen: Buffer[] = []
    const { child, result } = program.start(['support', '--output', 'support.zip', '--json', '--verbose'], { env })
    const watch = setInterval(() => seen.push(childrenOf(child.pid)), 10)
    const { stdout, stderr } = await result
    clearInterval(watch)
    seen.push(Buffer.from(stdout + stderr))
    const zip = readFileSync(join(program.folder, 'support.zip'))
    const bundled = Object.values(unzipSync(zip)).map((bytes) => Buffer.from(bytes))
    expect(Buffer.concat(bundled).toString()).toContain('older: [redacted]')
    const written = [zip, ...bundled, ...seen]
    for (const bytes of written) expect(formsFoundIn(bytes, secrets)).toEqual([])
  })
})
