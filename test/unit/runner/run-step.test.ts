import { afterEach, describe, expect, it, vi } from 'vitest'
import { runStep } from '../../runner/run-step.ts'

const node = (script: string) => ({ program: 'node', parameters: ['--eval', script] })
/** Says something and leaves a child behind that says no more, for an hour, on the same output. */
const WITH_A_CHILD = `
  const child = require('node:child_process').spawn(process.execPath, ['--eval', 'setTimeout(() => {}, 3_600_000)'], {
    stdio: 'inherit',
  })
  console.log('started')`

afterEach(() => {
  vi.useRealTimers()
})

describe('a step of the test run', () => {
  it('succeeds with exit code 0 and keeps what both streams said', async () => {
    const outcome = await runStep(node('console.log("one"); console.error("two")'))
    expect(outcome.succeeded).toBe(true)
    expect(outcome.output.split('\n').toSorted()).toEqual(['one', 'two'])
  })

  it('fails with any other exit code', async () => {
    expect(await runStep(node('process.exitCode = 3'))).toMatchObject({ succeeded: false })
  })

  it('fails with the reason when the program is not there', async () => {
    const outcome = await runStep({ program: 'no-such-program', parameters: [] })
    expect(outcome.succeeded).toBe(false)
    expect(outcome.output).toContain('no-such-program')
  })

  it('runs under the Node that npm installed, however it was started', async () => {
    expect(await runStep({ program: 'node', parameters: ['--version'] })).toMatchObject({ output: process.version })
  })

  it('hands over each line as it comes, and keeps those that nobody took', async () => {
    const heard: string[] = []
    const takeLine = (line: string): boolean => heard.push(line) === 2
    const outcome = await runStep({ ...node('process.stdout.write("one\\ntwo\\nthree")'), takeLine })
    expect(heard).toEqual(['one', 'two', 'three'])
    expect(outcome.output).toBe('one\nthree')
  })

  it('may take longer than the silence that would end it, as long as it says something', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const takeLine = (): boolean => {
      vi.advanceTimersByTime(4 * 60_000)
      return true
    }
    expect(await runStep({ ...node('console.log("one\\ntwo\\nthree")'), takeLine })).toMatchObject({ succeeded: true })
  })

  it('is killed with its children when it is silent for minutes, so that a hanging test fails the run', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const takeLine = (): boolean => {
      setImmediate(() => vi.advanceTimersByTime(5 * 60_000))
      return false
    }
    const outcome = await runStep({ ...node(WITH_A_CHILD), takeLine })
    expect(outcome.succeeded).toBe(false)
    expect(outcome.output).toBe('started\nKilled: it said nothing for 300 seconds.')
  })

  it('fails when it leaves a child behind that keeps its output open', async () => {
    expect(await runStep({ ...node(`${WITH_A_CHILD}; process.exit()`), silenceLimitMs: 200 })).toMatchObject({
      succeeded: false,
    })
  })

  it('is killed when the run is interrupted', async () => {
    const interruption = new AbortController()
    const takeLine = (): boolean => {
      interruption.abort()
      return true
    }
    const outcome = await runStep({ ...node(WITH_A_CHILD), takeLine }, interruption.signal)
    expect(outcome).toMatchObject({ succeeded: false, output: 'Killed: the run was interrupted.' })
  })
})
