import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createTextsStore } from '../../../../../src/renderer/search/texts/texts-store.ts'
import { scriptedCaller } from '../../scripted-caller.ts'

it('asks for what is typed with an open end, and of what is typed meanwhile for the last alone', async () => {
  const asked: string[] = []
  const answers: (() => void)[] = []
  const caller = scriptedCaller({
    'texts.find': async ({ words }) => {
      asked.push(words)
      await new Promise<void>((resolve) => answers.push(resolve))
      return { hits: [], remarks: [] }
    },
  })
  const store = createTextsStore({ caller, sessionId: () => 's', limit: 6 })
  for (const words of ['c', 'cl', 'clean on "board"']) store.ask(words)
  expect(asked).toEqual(['c*'])
  answers[0]?.()
  await nextTurn()
  expect(asked).toEqual(['c*', 'clean on "board"'])
  expect(store.getState()).toMatchObject({ answered: 'c', isAsking: true })
  answers[1]?.()
  await nextTurn()
  expect(store.getState()).toMatchObject({ answered: 'clean on "board"', isAsking: false })
})
