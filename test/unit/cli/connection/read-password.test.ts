import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { readPassword } from '../../../../src/cli/connection/read-password.ts'
import { failureOf } from '../../../../src/shared/errors/app-error.ts'
import { createFakeTerminal } from '../../../support/fake-terminal.ts'

const SECRET = 'hunter2-canary'

/** A terminal at which somebody types. */
function typing(keys: string, isFromStdin = false): { password: Promise<string>; shown: () => Promise<string> } {
  const fake = createFakeTerminal()
  const stdin = Object.assign(new PassThrough(), { isTTY: true })
  const [stop, abort] = [new AbortController().signal, new AbortController().signal]
  const interruption = { stop, abort, end: () => undefined }
  const run = { terminal: { ...fake.terminal, stdin }, options: { passwordStdin: isFromStdin }, interruption }
  const password = readPassword(run, 'ops at exchange.example')
  stdin.write(keys)
  return { password, shown: async () => (await fake.outcome(0)).stderr }
}

describe('readPassword at a terminal', () => {
  it('prompts on stderr, shows nothing of what is typed, and leaves stdout to the result', async () => {
    const { password, shown } = typing(`${SECRET}\r`)
    expect(await password).toBe(SECRET)
    expect(await shown()).toBe('Password of ops at exchange.example: \n')
  })

  it('accepts corrections', async () => {
    expect(await typing(`wrong\u0015${SECRET}x\u007F\r`).password).toBe(SECRET)
  })

  it('prompts without echo for --password-stdin too, because typing would otherwise show it', async () => {
    const { password, shown } = typing(`${SECRET}\r`, true)
    expect(await password).toBe(SECRET)
    expect(await shown()).not.toContain(SECRET)
  })

  it.each([
    ['interrupted', '\u0003'],
    ['no-credentials', '\r'],
    ['no-credentials', '\u0004'],
  ])('ends with %s for %j', async (tag, keys) => {
    const failure = await typing(keys).password.catch((thrown: unknown) => failureOf(thrown))
    expect(failure).toMatchObject({ tag })
  })
})
