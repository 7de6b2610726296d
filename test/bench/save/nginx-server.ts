import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePorts } from '../../support/free-ports.ts'
import { nginxConfig } from './nginx-config.ts'
import type { PrivateAuthority } from './private-authority.ts'
import type { Programs } from './programs.ts'
import type { Scenario } from './scenario.ts'

export interface NginxServer {
  baseUrl(scenario: Scenario): string
  stop(): Promise<void>
}

export interface NginxOptions {
  folder: string
  siteRoot: string
  programs: Programs
  authority: PrivateAuthority
}

const READY_WITHIN_MS = 5000
const READY_CHECK_MS = 50

/** Starts nginx on free ports of 127.0.0.1 and waits until it answers. Fails with its own error log when it does not. */
export async function startNginx(options: NginxOptions): Promise<NginxServer> {
  const { folder, siteRoot, programs, authority } = options
  await mkdir(folder)
  const [plain = 0, delayed = 0, tls = 0] = await freePorts(3)
  const ports = { plain, delay: delayed, tls }
  const isRoot = process.getuid?.() === 0
  const configFile = path.join(folder, 'nginx.conf')
  const plan = { folder, siteRoot, echoModule: programs.echoModule, isRoot, certificate: authority, ports }
  await writeFile(configFile, nginxConfig(plan))

  const errorLog = path.join(folder, 'error.log')
  const child = spawn(programs.nginx, ['-p', folder, '-c', configFile, '-e', errorLog], { stdio: 'ignore' })
  const stopAtExit = (): boolean => child.kill()
  process.once('exit', stopAtExit)
  const baseUrlOf = ({ id, isEncrypted }: Scenario): string =>
    `${isEncrypted ? 'https' : 'http'}://127.0.0.1:${ports[id]}`
  await untilReady(`http://127.0.0.1:${plain}/v3/common/oauth2/token`, errorLog)
  return {
    baseUrl: baseUrlOf,
    async stop() {
      process.off('exit', stopAtExit)
      if (child.exitCode !== null) return
      const exited = once(child, 'exit')
      process.kill(Number(await readFile(path.join(folder, 'nginx.pid'), 'utf8')), 'SIGTERM')
      await exited
    },
  }
}

async function untilReady(url: string, errorLog: string): Promise<void> {
  const lastTry = performance.now() + READY_WITHIN_MS
  for (;;) {
    const isReady = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    )
    if (isReady) return
    if (performance.now() > lastTry) throw new Error(`nginx does not answer:\n${await readFile(errorLog, 'utf8')}`)
    await delay(READY_CHECK_MS)
  }
}
