import { PassThrough } from 'node:stream'
import { setTimeout as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { runCommandLine } from '../../../src/cli/run-command-line.ts'
import { AppError } from '../../../src/shared/errors/app-error.ts'
import { createFakeDesk } from './fake-desk.ts'
import { createFakeTerminal } from '../../support/fake-terminal.ts'
import type { RunOptions } from '../../../src/engine/saving/transfer/run-job.ts'

describe('Ctrl+C during a save', () => {
  it('stops the engine at the first, and aborts everything at the second', async () => {
    const seen: [boolean, boolean][] = []
    const save = (_plan: unknown, { stop, abort }: RunOptions) => {
      const note = (): void => void seen.push([stop?.aborted === true, abort?.aborted === true])
      note()
      fake.interrupt()
      note()
      fake.interrupt()
      note()
      return Promise.reject(new AppError({ tag: 'interrupted', job: 'job-1' }))
    }
    const fake = createFakeTerminal({ desk: createFakeDesk({ session: { save } }).desk })
    const { code, stderr } = await fake.outcome(await runCommandLine(['save', '--to', 'x'], fake.terminal))
    expect(seen).toEqual([
      [false, false],
      [true, false],
      [true, true],
    ])
    expect(code).toBe(130)
    expect(stderr).toContain('interrupt once more to stop at once')
    expect(stderr).toContain('parcel-desk resume job-1')
  })

  it('is no longer listened to when the command is over', async () => {
    const fake = createFakeTerminal({ desk: createFakeDesk().desk })
    await runCommandLine(['jobs', '--json'], fake.terminal)
    fake.interrupt()
    expect((await fake.outcome(0)).stderr).toBe('')
  })
})

describe('Ctrl+C while standard input is awaited', () => {
  it.each([
    ['the references', ['search', '--refs-file', '-']],
    ['the password', ['search', '--base-url', 'https://e.example', '--username', 'ops', '--password-stdin']],
  ])('ends the wait for %s, because its writer may never write', async (_what, argv) => {
    const fake = createFakeTerminal({ desk: createFakeDesk().desk })
    const running = runCommandLine(argv, { ...fake.terminal, stdin: new PassThrough() })
    await turn(50)
    fake.interrupt()
    expect(await running).toBe(130)
  })
})

describe('an uncaught error', () => {
  it('ends the run with 1 and a reference, instead of leaving half of it running', async () => {
    const save = () => {
      fake.breakDown(new TypeError('x is undefined'))
      return new Promise<never>(() => undefined)
    }
    const fake = createFakeTerminal({ desk: createFakeDesk({ session: { save } }).desk })
    const { code, stderr, log } = await fake.outcome(await runCommandLine(['save', '--to', 'x'], fake.terminal))
    expect(code).toBe(1)
    expect(stderr).toMatch(/reference [0-9a-f]{8}/)
    expect(log).toContain('x is undefined')
  })
})
