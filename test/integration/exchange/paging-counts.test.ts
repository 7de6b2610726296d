import { describe, expect, it } from 'vitest'
import { demoData } from '../../exchange-service/demo-data.ts'
import { openPages } from '../../support/open-pages.ts'
import { openExchange } from '../../support/open-service.ts'
import { pageReply, scriptedRows } from '../../support/scripted-service.ts'

const data = demoData()
const filters = { customerIds: [data.counterparties[0]?.customerId ?? ''], status: 'ACTIVE', instance: 'DOCEX' }

describe('a total', () => {
  it('that is too high is reported as such (T1)', async () => {
    const { find } = await openExchange({ data, faults: { rules: [{ match: 'search', kind: 'wrongTotal' }] } })
    expect(await find(filters)).toMatchObject({ total: 729, loaded: 364, isComplete: false })
  })

  it('that is too low does not hide rows, and is reported (T2)', async () => {
    const rows = scriptedRows(0, 250)
    const { find } = await openPages(({ offset }) => pageReply(rows.slice(offset, offset + 100), { offset, total: 30 }))
    expect(await find(filters)).toMatchObject({
      total: 250,
      loaded: 250,
      isComplete: false,
      problems: [{ message: 'the service counted 30 but sent 250' }],
    })
  })

  it.each([undefined, null, true, '', 'many', -1, 1.5, {}])(
    'of %j is not guessed: pages are read until one is empty',
    async (total) => {
      const rows = scriptedRows(0, 250)
      const { service, find } = await openPages(({ offset }) =>
        pageReply(rows.slice(offset, offset + 100), { offset, total }),
      )
      expect(await find(filters)).toMatchObject({ total: 250, loaded: 250, isComplete: true, problems: [] })
      // The last page, read from its last row on, and an empty one.
      expect(service.asked.search).toHaveLength(5)
    },
  )

  it('that is missing at a service without paging leaves the list incomplete', async () => {
    const { find } = await openPages(() => pageReply(scriptedRows(0, 40), {}))
    expect(await find(filters)).toMatchObject({
      total: 40,
      isComplete: false,
      problems: [{ message: 'the service did not say how many there are: showing 40' }],
    })
  })

  it('and an offset given as text are understood', async () => {
    const rows = scriptedRows(0, 150)
    const { find } = await openPages(({ offset }) =>
      pageReply(rows.slice(offset, offset + 100), { offset: String(offset), total: '150' }),
    )
    expect(await find(filters)).toMatchObject({ total: 150, loaded: 150, requests: 2, isComplete: true })
  })
})

describe('a row count', () => {
  it('that is wrong is not believed: rows are counted (T2)', async () => {
    const rows = scriptedRows(0, 150)
    const { find } = await openPages(({ offset }) => {
      const page = rows.slice(offset, offset + 100)
      return { body: { code: 200, data: { offset, limit: 5, total: 150, count: 7, results: page } } }
    })
    expect(await find(filters)).toMatchObject({ loaded: 150, requests: 2, isComplete: true, problems: [] })
  })
})
