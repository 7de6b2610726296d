import { describe, expect, it } from 'vitest'
import { runStep } from '../../support/run-step.ts'

const shell = (script: string, timeLimitMs = 10_000) => ({ program: 'sh', parameters: ['-c', script], timeLimitMs })

describe('a step of the test run', () => {
  it('succeeds with exit code 0 and keeps what both streams said', async () => {
    const outcome = await runStep(shell('echo one; echo two >&2'))
    expect(outcome.succeeded).toBe(true)
    expect(outcome.output.split('\n').toSorted()).toEqual(['one', 'two'])
  })

  it('fails with any other exit code', async () => {
    expect(await runStep(shell('exit 3'))).toMatchObject({ succeeded: false })
  })

  it('fails with the reason when the program is not there', async () => {
    const outcome = await runStep({ program: 'no-such-program', parameters: [], timeLimitMs: 1000 })
    expect(outcome.succeeded).toBe(false)
    expect(outcome.output).toContain('no-such-program')
  })

  it('runs under the Node that npm installed, however it was started', async () => {
    expect(await runStep(shell('node --version'))).toMatchObject({ output: process.version })
  })

  it('is killed with its children when its time is up, so that a hanging test fails the run', async () => {
    const outcome = await runStep(shell('sleep 60 & echo started; wait', 200))
    expect(outcome.succeeded).toBe(false)
    expect(outcome.output).toBe('started\nKilled: not done after 0.2 seconds.')
    expect(outcome.durationMs).toBeLessThan(5000)
  })

  it('fails when it leaves a child behind that keeps its output open', async () => {
    expect(await runStep(shell('sleep 60 & exit 0', 200))).toMatchObject({ succeeded: false })
  })

  it('is killed when the run is interrupted', async () => {
    const interruption = new AbortController()
    setTimeout(() => interruption.abort(), 100)
    const outcome = await runStep(shell('sleep 60'), interruption.signal)
    expect(outcome).toMatchObject({ succeeded: false, output: 'Killed: the run was interrupted.' })
  })
})
