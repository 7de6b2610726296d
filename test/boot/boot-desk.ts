import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import type { Input, MethodName, Output } from '../../src/shared/contract/contract.ts'
import { COMPILE_CACHE } from '../support/compile-cache.ts'
import { type OnEnd, tempFolder } from '../support/temp-folder.ts'
import type { Recorded } from './records.ts'

const CHILD = join(import.meta.dirname, 'boot-child.ts')
const said = z.object({ id: z.int(), value: z.unknown().optional(), error: z.string().optional() })
const recorded = z.array(z.object({ what: z.string(), given: z.array(z.unknown()) }))
const replied = z.object({ isOk: z.boolean(), value: z.unknown().optional(), failure: z.unknown().optional() })

export interface BootedDesk {
  dataDir: string
  /** Runs one of the child's actions. */
  ask(action: string, ...given: unknown[]): Promise<unknown>
  /** Calls a method as the page does; a failure fails the test. */
  call<Name extends MethodName>(name: Name, input: Input<Name>): Promise<Output<Name>>
  records(): Promise<Recorded[]>
  /** The arguments of every call of this name. */
  given(what: string): Promise<unknown[][]>
  /** Resolves with the exit code. */
  ended: Promise<number | null>
  /** The process's standard output so far. */
  output(): string
  /** Its standard error so far. */
  complaints(): string
}

export interface BootOptions {
  dataDir?: string
  words?: readonly string[]
  env?: Record<string, string>
  /** Default: the end of the test. */
  onEnd?: OnEnd
}

/** Boots the built desktop in a separate process. */
export async function bootDesk(options: BootOptions = {}): Promise<BootedDesk> {
  const { dataDir, words = [], env = {}, onEnd = onTestFinished } = options
  const folder = dataDir ?? (await tempFolder(onEnd))
  const child = fork(CHILD, [...words], {
    env: { ...process.env, PARCEL_DESK_DATA_DIR: folder, NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const ended = once(child, 'exit').then(([code]: unknown[]) => (typeof code === 'number' ? code : null))
  // Awaited because it may still write into folders that are removed next.
  onEnd(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const output: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk))
  const complaints: Buffer[] = []
  child.stderr?.on('data', (chunk: Buffer) => complaints.push(chunk))
  const ask = createAsk(child, complaints)
  const records = async (): Promise<Recorded[]> => recorded.parse(await ask('records'))
  return {
    dataDir: folder,
    ask,
    records,
    ended,
    call: async <Name extends MethodName>(name: Name, input: Input<Name>) => {
      const reply = replied.parse(await ask('call', name, input))
      if (!reply.isOk) throw new Error(`${name} failed: ${JSON.stringify(reply.failure)}`)
      // The one cast: the router has parsed the value by the schema that this type comes from.
      // oxlint-disable-next-line typescript/consistent-type-assertions, typescript/no-unsafe-type-assertion
      return reply.value as Output<Name>
    },
    given: async (what) => (await records()).filter((one) => one.what === what).map(({ given }) => given),
    output: () => Buffer.concat(output).toString('utf8'),
    complaints: () => Buffer.concat(complaints).toString('utf8'),
  }
}

/** The same, with its page loaded. */
export async function bootPage(options: BootOptions = {}): Promise<BootedDesk> {
  const desk = await bootDesk(options)
  while ((await desk.given('loadURL')).length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
  return desk
}

function createAsk(child: ChildProcess, complaints: readonly Buffer[]): BootedDesk['ask'] {
  let last = 0
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  child.on('message', (message) => {
    const { id, value, error } = said.parse(message)
    if (error === undefined) waiting.get(id)?.resolve(value)
    else waiting.get(id)?.reject(new Error(error))
  })
  child.on('exit', (code) => {
    for (const one of waiting.values()) one.reject(new Error(`the desktop ended with ${code}\n${complaints.join('')}`))
  })
  return (action, ...given) => {
    last += 1
    const answer = Promise.withResolvers<unknown>()
    waiting.set(last, answer)
    child.send({ id: last, action, given })
    return answer.promise
  }
}
