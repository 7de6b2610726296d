import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Input } from '../../../src/shared/contract/contract.ts'
import { demoData } from '../../exchange-service/demo-data.ts'
import { startExchangeService } from '../../exchange-service/start-exchange-service.ts'
import { EVERY_SET, openSearchPage, openSignedIn } from '../../support/search-page.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const data = demoData({ setsPerCustomer: 1 })
const selectionOf = (change: Partial<Input<'search.save'>['selection']>): Input<'search.save'>['selection'] => ({
  ...EVERY_SET,
  ...change,
})

describe('saved searches', () => {
  it('survive a restart, one per name, and can be forgotten', async () => {
    const service = await startExchangeService({ data })
    onTestFinished(service.close)
    const root = await tempFolder()
    const page = await openSearchPage({ service, root })
    await page.signIn()
    await page.call('search.save', { name: 'Title', selection: selectionOf({ states: ['ISSUED'] }) })
    const kept = await page.call('search.save', { name: ' title ', selection: selectionOf({ states: ['TITLE_HELD'] }) })
    expect(kept).toMatchObject({ name: 'title', selection: { states: ['TITLE_HELD'] } })
    const next = await openSearchPage({ service, root })
    await next.signIn()
    expect((await next.call('search.saved', {})).saved).toEqual([kept])
    await next.call('search.forget', { id: kept.id })
    expect((await next.call('search.saved', {})).saved).toEqual([])
  })

  it('keep what the list was narrowed by', async () => {
    const { page } = await openSignedIn({ data })
    const narrowing = { quickFilter: 'coral', facets: { documents: ['Not saved'], customerName: [null] } }
    await page.call('search.save', { name: 'Not saved yet', selection: selectionOf({}), narrowing })
    await page.call('search.save', { name: 'Everything', selection: selectionOf({}) })
    const { saved } = await page.call('search.saved', {})
    expect(saved.map((one) => one.narrowing)).toEqual([narrowing, undefined])
  })

  it('need a name', async () => {
    const { page } = await openSignedIn({ data })
    expect(await page.refused('search.save', { name: '  ', selection: selectionOf({}) })).toMatchObject({
      message: 'A saved search needs a name.',
    })
  })

  it('are kept apart for test and production', async () => {
    const { page } = await openSignedIn({ data })
    await page.call('search.save', { name: 'Mine', selection: selectionOf({}) })
    await page.signIn({ environment: 'production' })
    expect(await page.call('search.saved', {})).toEqual({ saved: [], recent: [] })
  })

  it('are separate for each account, because services and users see different sets', async () => {
    const [one, other] = [
      { username: 'ops@one.example', password: 'one' },
      { username: 'ops@other.example', password: 'other' },
    ]
    const service = await startExchangeService({ data, users: [one, other] })
    onTestFinished(service.close)
    const page = await openSearchPage({ service })
    await page.search(await page.signIn(one), { shipmentRefs: ['SHP-1'] })
    const kept = await page.call('search.save', { name: 'Mine', selection: selectionOf({}) })

    await page.search(await page.signIn(other), { shipmentRefs: ['SHP-2'] })
    const { saved, recent } = await page.call('search.saved', {})
    expect(saved).toEqual([])
    expect(recent.map(({ selection }) => selection.shipmentRefs)).toEqual([['SHP-2']])
    await page.call('search.forget', { id: kept.id })

    await page.signIn(one)
    const before = await page.call('search.saved', {})
    expect(before.saved).toEqual([kept])
    expect(before.recent.map(({ selection }) => selection.shipmentRefs)).toEqual([['SHP-1']])
  })

  it('are set aside with a notice if their file cannot be read, and never overwritten', async () => {
    const { page } = await openSignedIn({ data })
    await page.call('search.save', { name: 'Mine', selection: selectionOf({}) })
    await writeFile(join(page.desk.dataDir, 'test', 'searches.json'), '{"saved":')
    expect(await page.call('search.saved', {})).toEqual({ saved: [], recent: [] })
    expect(page.notices).toMatchObject([{ message: expect.stringContaining('was set aside') }])
  })
})

describe('recent searches', () => {
  it('are the last ten, newest first, each once whatever its order', async () => {
    const { page, sessionId } = await openSignedIn({ data })
    for (let number = 1; number <= 11; number += 1) {
      await page.search(sessionId, { shipmentRefs: [`SHP-${number}`, 'SHP-X'] })
    }
    await page.search(sessionId, { shipmentRefs: ['SHP-X', 'SHP-5'] })
    const { recent } = await page.call('search.saved', {})
    expect(recent.map(({ name }) => name)).toEqual(
      [5, 11, 10, 9, 8, 7, 6, 4, 3, 2].map((number) =>
        number === 5 ? 'SHP-X, SHP-5, every customer' : `SHP-${number}, SHP-X, every customer`,
      ),
    )
  })

  it('that cannot be written do not prevent searching', async () => {
    const { page, sessionId } = await openSignedIn({ data })
    await page.search(sessionId)
    // Nothing can be written where a folder is.
    await mkdir(join(page.desk.dataDir, 'test', `searches.json.${process.pid}.part`))
    const ended = await page.search(sessionId, { states: ['signed'] })
    expect(ended.state).toBe('done')
    expect((await page.call('search.saved', {})).recent).toHaveLength(1)
    expect(page.desk.logLines.join('')).toContain('recent-search.not-kept')
  })
})
