import { describe, expect, it } from 'vitest'
import {
  createConnectionTestStore,
  type TestRequest,
} from '../../../../src/renderer/connection-test/connection-test-store.ts'
import { testSummary } from '../../../../src/renderer/connection-test/TestSteps.tsx'
import type { Output } from '../../../../src/shared/contract/contract.ts'
import type { TestStep } from '../../../../src/shared/contract/connections-contract.ts'
import { scriptedCaller } from '../scripted-caller.ts'

type Tested = Output<'connections.testService'>

const REQUEST: TestRequest = {
  method: 'connections.testService',
  input: { target: { kind: 'profile', profile: 'Aurora' } },
}

function step(state: TestStep['state'], ms: number | null = 100): TestStep {
  return { id: state, title: 'Sign in', state, found: '', next: '', ms }
}

function sample() {
  const answers: PromiseWithResolvers<Tested>[] = []
  const caller = scriptedCaller({
    'connections.testService': () => {
      const answer = Promise.withResolvers<Tested>()
      answers.push(answer)
      return answer.promise
    },
    'connections.cancelTest': () => ({}),
  })
  let ids = 0
  const store = createConnectionTestStore(caller, () => `test ${(ids += 1)}`)
  return { store, caller, answers }
}

describe('the test of a connection', () => {
  it('shows the steps of its own events only', async () => {
    const { store } = sample()
    void store.actions.run('account Aurora', REQUEST)
    store.actions.onTested({ testId: 'test 9', steps: [step('failed')] })
    store.actions.onTested({ testId: 'test 1', steps: [step('running', null)] })
    expect(store.getState()).toMatchObject({ isRunning: true, steps: [{ state: 'running' }] })
  })

  it('is cancelled by the next one, whose result stays', async () => {
    const { store, caller, answers } = sample()
    const first = store.actions.run('account Aurora', REQUEST)
    const second = store.actions.run('queue 7', REQUEST)
    expect(caller.inputsOf('connections.cancelTest')).toEqual([{ testId: 'test 1' }])
    answers[1]?.resolve({ testId: 'test 2', steps: [step('passed')] })
    await second
    answers[0]?.reject(new Error('interrupted'))
    await first
    expect(store.getState()).toMatchObject({ subject: 'queue 7', isRunning: false, failure: null })
  })

  it('leaves nothing behind when what it was about has changed', async () => {
    const { store, caller, answers } = sample()
    const run = store.actions.run('sign-in', REQUEST)
    store.actions.clear('sign-in')
    expect(caller.inputsOf('connections.cancelTest')).toHaveLength(1)
    answers[0]?.resolve({ testId: 'test 1', steps: [step('passed')] })
    await run
    expect(store.getState()).toMatchObject({ subject: null, steps: [], isRunning: false })
  })
})

describe('the sentence for a test', () => {
  it.each([
    [[step('passed'), step('passed', 2_450)], 'All of it works. It took 3 s.'],
    [[step('passed'), step('warned')], 'It works, with a note below. It took 200 ms.'],
    [[step('passed'), step('skipped', null)], 'So far it works; the rest was not tried. It took 100 ms.'],
    [[step('failed'), step('skipped', null)], 'It does not work: “Sign in” failed. It took 100 ms.'],
  ])('%#', (steps, sentence) => {
    expect(testSummary(steps)).toBe(sentence)
  })
})
