import { expect, it } from 'vitest'
import { keepChanging } from '../../demo/demo-feed.ts'
import { demoData } from '../../exchange-service/demo-data.ts'

it('the demo continues to change sets while its broker takes nothing', async () => {
  const data = demoData({ setsPerCustomer: 2 })
  const before = data.sets.map(({ row }) => row.status)
  const ended = new AbortController()
  let asked = 0
  const publish = (): Promise<never> => {
    asked += 1
    if (asked > 3 * data.counterparties.length) ended.abort()
    return Promise.reject(new Error('connect ETIMEDOUT'))
  }
  await keepChanging({ publish }, data, ended.signal)
  expect(asked).toBeGreaterThan(3 * data.counterparties.length)
  expect(data.sets.map(({ row }) => row.status)).not.toEqual(before)
})
