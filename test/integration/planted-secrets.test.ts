import type { ChildProcess } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { unzipSync } from 'fflate/browser'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createLogFile } from '../../src/adapters/log-file.ts'
import { environmentSecrets } from '../../src/engine/base/environment-secrets.ts'
import { demoData } from '../exchange-service/demo-data.ts'
import { demoUser, startExchangeService } from '../exchange-service/start-exchange-service.ts'
import { startEchoingProxy } from '../support/echoing-proxy.ts'
import {
  formsFoundIn,
  formsOf,
  plantedSecrets,
  type ProcessSample,
  sampleProcesses,
  SIX_ENCODINGS,
} from '../support/planted-secrets.ts'
import { missingPackages } from '../support/system-packages.ts'
import { filesBelow, tempFolder } from '../support/temp-folder.ts'
import { createTestDesk, type TestDesk } from '../support/test-desk.ts'
import { createProgram } from './cli-program.ts'

const OF_A_KIND = 40

/** Passwords, and addresses of proxies with one. */
const IN_ENVIRONMENT = 8
const RUNS = 5
const NO_ONE_OFF = { PARCEL_DESK_BASE_URL: undefined, PARCEL_DESK_USERNAME: undefined }

/** Every place in the environment from which the command line takes a secret. */
function plantInEnvironment([password, ofBroker, ofCollector, ofProxy, ...ofAddresses]: readonly string[]) {
  const [ofHttps, ofHttp, ofAll, ofOwn] = ofAddresses.map((secret) => `ops:${encodeURIComponent(secret)}@127.0.0.1:9`)
  return {
    PARCEL_DESK_PASSWORD: password,
    PARCEL_DESK_AMQP_PASSWORD: ofBroker,
    PARCEL_DESK_PUBLISH_PASSWORD: ofCollector,
    PARCEL_DESK_PROXY_PASSWORD: ofProxy,
    HTTPS_PROXY: `http://${ofHttps}`,
    HTTP_PROXY: `http://${ofHttp}`,
    ALL_PROXY: `http://${ofAll}`,
    // A scheme may be left out.
    PARCEL_DESK_PROXY: ofOwn,
    NO_PROXY: '127.0.0.1',
  }
}

/**
 * A desktop without its session bus: the library of the keychain starts `dbus-launch` to get one. This one, and the shell's
 * own child, stay until the test has seen them.
 */
function withoutSession(folder: string): Record<string, string | undefined> {
  const launcher = join(folder, 'bin', 'dbus-launch')
  mkdirSync(join(folder, 'bin'))
  writeFileSync(launcher, `#!/bin/sh\nuntil [ -e "${join(folder, 'seen')}" ]; do sleep 0.05; done\nexit 1\n`)
  chmodSync(launcher, 0o755)
  const PATH = `${join(folder, 'bin')}:${process.env['PATH']}`
  return { PATH, DISPLAY: ':99', XDG_RUNTIME_DIR: folder, DBUS_SESSION_BUS_ADDRESS: undefined }
}

/** Samples all the time; `seenFile` is made once a child was, for which it waits. */
async function sampleUntilEnd(program: ChildProcess, seenFile: string): Promise<ProcessSample[]> {
  const samples: ProcessSample[] = []
  while (program.exitCode === null && program.signalCode === null) {
    const sample = sampleProcesses(program.pid ?? 0)
    samples.push(sample)
    if (sample.children.some((one) => one.includes('dbus-launch'))) writeFileSync(seenFile, '')
    await delay(10)
  }
  return samples
}

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

describe('planted secrets in six encodings', () => {
  it('are, all 200, neither in the log, nor in records of crashes, nor in the bundle for support', async () => {
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

    // As a careless service, library or user may have written them.
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

  it('are not said by the command line, nor in its bundle for support', async () => {
    const program = await createProgram('http://127.0.0.1:9')
    onTestFinished(program.remove)
    const secrets = plantedSecrets(IN_ENVIRONMENT, 'environment')
    const logs = join(program.folder, 'data', 'logs')
    mkdirSync(logs, { recursive: true })
    const lines = secrets.flatMap((secret) => Object.values(SIX_ENCODINGS).map((write) => `older: ${write(secret)}`))
    writeFileSync(join(logs, 'desktop.log'), `${lines.join('\n')}\n`)
    const words = ['support', '--output', 'support.zip', '--json', '--verbose']
    const { stdout, stderr } = await program.run(words, { env: plantInEnvironment(secrets) })
    const zip = readFileSync(join(program.folder, 'support.zip'))
    const bundled = Object.values(unzipSync(zip)).map((bytes) => Buffer.from(bytes))
    expect(Buffer.concat(bundled).toString()).toContain('older: [redacted]')
    const written = [zip, ...bundled, Buffer.from(stdout + stderr)]
    for (const bytes of written) expect(formsFoundIn(bytes, secrets)).toEqual([])
  })

  it.skipIf(process.platform !== 'linux' || missingPackages().length > 0)(
    'are in no arguments, and in the environment of no process that the command line starts',
    async () => {
      const secrets = plantedSecrets(RUNS * IN_ENVIRONMENT, 'children')
      const ofRuns = Array.from({ length: RUNS }, (_, run) =>
        secrets.slice(run * IN_ENVIRONMENT, (run + 1) * IN_ENVIRONMENT),
      )
      const users = ofRuns.map(([password = ''], run) => ({ ...demoUser, username: `user-${run}`, password }))
      const service = await startExchangeService({ data: demoData({ setsPerCustomer: 1 }), users })
      onTestFinished(service.close)
      for (const [run, planted] of ofRuns.entries()) {
        const program = await createProgram(service.url)
        onTestFinished(program.remove)
        const address = ['--base-url', service.url, '--username', `user-${run}`]
        const { child, result } = program.start(['sign-in', ...address, '--password-stdin', '--json', '--verbose'], {
          env: { ...NO_ONE_OFF, ...plantInEnvironment(planted), ...withoutSession(program.folder) },
          stdin: `${planted[0]}\n`,
        })
        const samples = await sampleUntilEnd(child, join(program.folder, 'seen'))
        const { stdout, stderr } = await result
        // The library of the keychain has looked for a desktop session.
        const started = samples.flatMap(({ children }) => children)
        expect(Buffer.concat(started).toString(), stdout + stderr).toContain('dbus-launch')
        const seen = [...samples.map((sample) => sample.arguments), ...started, Buffer.from(stdout + stderr)]
        expect(formsFoundIn(Buffer.concat(seen), secrets)).toEqual([])
      }
    },
  )
})
