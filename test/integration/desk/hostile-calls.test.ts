import { readdir } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMemorySecrets } from '../../support/memory-secrets.ts'
import { contract, type MethodName } from '../../../src/shared/contract/contract.ts'
import { AppError } from '../../../src/shared/errors/app-error.ts'
import { composeDesk, type ComposedDesk } from '../../support/composed-desk.ts'
import { anyInput, meaninglessInput } from '../../support/hostile-input.ts'
import { SLOW_HOST } from '../../support/slow-host.ts'

/** Each costs time on a slow host, where nothing of it depends on when it comes. */
const RUNS = process.env[SLOW_HOST] === undefined ? 30 : 2
const names = Object.keys(contract.methods).filter((name): name is MethodName => name in contract.methods)

/** A desk that reaches nobody: a made-up address must not be called. */
async function openDesk(): Promise<ComposedDesk> {
  const unreachable = new AppError({ tag: 'service-unreachable', origin: 'nowhere', reason: 'this is a test' })
  const refuse = (): Promise<never> => Promise.reject(unreachable)
  const http = { request: refuse, stream: refuse, close: () => undefined }
  return await composeDesk({ http: () => http, secrets: createMemorySecrets() })
}

/** What must not follow from a call that means nothing: an unexpected error, or a path that the page could name. */
async function expectHarmless(
  { desk, asked, root, folder }: ComposedDesk,
  name: string,
  input: unknown,
): Promise<void> {
  const reply = await desk.router.answer(name, input)
  expect(reply.isOk ? 'ok' : reply.failure.tag, JSON.stringify(input)).not.toBe('internal')
  expect(asked.filter((path) => path !== folder && !path.startsWith(root))).toEqual([])
}

describe('a compromised page', () => {
  it.each(names)('gets a failure in words whatever it sends to %s', async (name) => {
    const desk = await openDesk()
    await fc.assert(
      fc.asyncProperty(anyInput, (input) => expectHarmless(desk, name, input)),
      { numRuns: RUNS },
    )
  })

  it.each(names)('gets a failure in words for well-formed nonsense: %s', async (name) => {
    const desk = await openDesk()
    const input = meaninglessInput(contract.methods[name].input)
    await fc.assert(
      fc.asyncProperty(input, (one) => expectHarmless(desk, name, one)),
      { numRuns: RUNS },
    )
    const made = (await readdir(desk.root)).filter((entry) => !['data', 'saved', 'logs'].includes(entry))
    expect(made).toEqual([])
  })

  it.each(['', 'jobs', 'jobs.sets ', 'constructor', '__proto__', 'toString', 7, null, undefined, ['jobs.sets']])(
    'cannot call what the contract does not name: %s',
    async (name) => {
      const { desk } = await openDesk()
      expect(await desk.router.answer(name, {})).toMatchObject({ isOk: false, failure: { tag: 'bad-usage' } })
    },
  )
})
