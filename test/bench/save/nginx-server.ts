import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePorts } from '../../support/free-ports.ts'
import { nginxConfig } from './nginx-config.ts'
import type { PrivateAuthority } from './private-authority.ts'
import type { Programs } from './programs.ts'
import type { Scenario } from './scenario.ts'

export interface BenchService {
  baseUrl: string
  /** Only where it counts. */
  counts?: () => Promise<{ calls: number; refused: number }>
  stop(): Promise<void>
}

export interface NginxOptions {
  folder: string
  siteRoot: string
  scenario: Scenario
  programs: Programs
  authority: PrivateAuthority
}

const READY_WITHIN_MS = 5000
const READY_CHECK_MS = 50

/** Starts nginx on a free port of 127.0.0.1 and waits until it answers. Fails with its own error log when it does not. */
export async function startNginx(options: NginxOptions): Promise<BenchService> {
  const { folder, siteRoot, programs, authority } = options
  const { delayMs, isEncrypted } = options.scenario
  await mkdir(folder, { recursive: true })
  const [port = 0] = await freePorts(1)
  const isRoot = process.getuid?.() === 0
  const configFile = path.join(folder, 'nginx.conf')
  const plan = {
    folder,
    siteRoot,
    echoModule: programs.echoModule,
    isRoot,
    certificate: authority,
    port,
    delayMs,
    isEncrypted,
  }
  await writeFile(configFile, nginxConfig(plan))

  const errorLog = path.join(folder, 'error.log')
  const child = spawn(programs.nginx, ['-p', folder, '-c', configFile, '-e', errorLog], { stdio: 'ignore' })
  const stopAtExit = (): boolean => child.kill()
  process.once('exit', stopAtExit)
  await untilReady(port, errorLog)
  return {
    baseUrl: `${isEncrypted ? 'https' : 'http'}://127.0.0.1:${port}`,
    async stop() {
      process.off('exit', stopAtExit)
      if (child.exitCode !== null) return
      const exited = once(child, 'exit')
      process.kill(Number(await readFile(path.join(folder, 'nginx.pid'), 'utf8')), 'SIGTERM')
      await exited
    },
  }
}

async function untilReady(port: number, errorLog: string): Promise<void> {
  const lastTry = performance.now() + READY_WITHIN_MS
  while (!(await isOpen(port))) {
    if (performance.now() > lastTry) throw new Error(`nginx does not answer:\n${await readFile(errorLog, 'utf8')}`)
    await delay(READY_CHECK_MS)
  }
}

function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return once(socket, 'connect')
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy())
}
