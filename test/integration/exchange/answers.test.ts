import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { demoData } from '../../exchange-service/demo-data.ts'
import type { FaultRule } from '../../exchange-service/fault-rules.ts'
import { failureThrown } from '../../support/failure-thrown.ts'
import { openExchange, openScripted } from '../../support/open-service.ts'
import { pageReply, type Reply } from '../../support/scripted-service.ts'

const data = demoData({ setsPerCustomer: 3 })
const customerIds = [data.counterparties[0]?.customerId ?? '']

function openSpoiled(rule: Omit<FaultRule, 'match'>) {
  return openExchange({
    data,
    faults: { rules: (['search', 'counterparties'] as const).map((match) => ({ ...rule, match })) },
  })
}

/** A service that answers every search with the same. */
const openSearch = (reply: Reply) => openScripted({ search: () => reply })

const envelope = (fields: object, status = 400): Reply => ({ status, body: fields })

describe('an answer that is not a list', () => {
  it.each([
    ['html', 'it is a web page, not JSON'],
    ['empty', 'it is empty'],
    ['plainText', 'it is not valid JSON'],
    ['malformedJson', 'it is not valid JSON'],
    ['204', 'the HTTP status is 204'],
    ['partialContent', 'the HTTP status is 206'],
  ] as const)('of kind %s is a failure that names the endpoint, and is not retried', async (kind, reason) => {
    const { service, client, find } = await openSpoiled({ kind })
    expect(await failureThrown(find({ customerIds }))).toEqual({
      tag: 'unreadable-answer',
      endpoint: 'the search',
      reason,
    })
    const endpoint = 'the list of customers'
    expect(await failureThrown(client.counterparties())).toEqual({ tag: 'unreadable-answer', endpoint, reason })
    expect([service.counts.search, service.counts.counterparties]).toEqual([1, 1])
  })

  it.each(['missingData', 'deepJson'] as const)('of kind %s counts as no results', async (kind) => {
    const { client, find } = await openSpoiled({ kind })
    expect(await failureThrown(find({ customerIds }))).toMatchObject({ reason: 'it has no list of results' })
    if (kind === 'missingData') {
      expect(await failureThrown(client.counterparties())).toMatchObject({ reason: 'it is not a list' })
    }
  })

  it('of nothing but empty lists is rejected before it takes long to parse (W-H1)', async () => {
    const { find } = await openSearch({ body: `[${'[],'.repeat(2_000_000)}[]]` })
    expect(await failureThrown(find({ customerIds }))).toEqual({
      tag: 'unreadable-answer',
      endpoint: 'the search',
      reason: 'it has a list of more than 50000 entries',
    })
  })

  it('of 64 MB is dropped before it fills the memory', async () => {
    const { find } = await openSpoiled({ kind: 'hugeJson' })
    const before = process.memoryUsage().rss
    const failure = await failureThrown(find({ customerIds }))
    expect(failure).toMatchObject({ tag: 'unreadable-answer', endpoint: 'the search', reason: /it is larger than/ })
    expect(process.memoryUsage().rss - before).toBeLessThan(200e6)
  })
})

describe('an error', () => {
  it.each([
    ['400', 'request-refused'],
    ['403', 'access-denied'],
    ['404', 'not-found'],
  ] as const)('%s is final: it is not retried (T32)', async (kind, tag) => {
    const { service, find, waitsMs } = await openSpoiled({ kind })
    expect(await failureThrown(find({ customerIds }))).toMatchObject({ tag, endpoint: 'the search' })
    expect([service.counts.search, waitsMs]).toEqual([1, []])
  })

  it('in the envelope of an HTTP 200 is still an error (T23, T32)', async () => {
    const { find } = await openSearch({ body: { code: 403, errorMessage: 'Not yours' } })
    expect(await failureThrown(find({ customerIds }))).toMatchObject({ tag: 'access-denied', said: 'Not yours' })
    const text = await openSearch({ body: { code: '404', message: 'Gone' } })
    expect(await failureThrown(text.find({ customerIds }))).toMatchObject({ tag: 'not-found', said: 'Gone' })
  })

  it('is decided by HTTP status before envelope (T32)', async () => {
    const { find } = await openSearch({ status: 404, body: { code: 403, message: 'Which?' } })
    expect(await failureThrown(find({ customerIds }))).toMatchObject({ tag: 'not-found' })
  })

  it('is quoted by errorMessage, message, error, status or the first line, in this order (T32)', async () => {
    const cases: [Reply, string | undefined][] = [
      [envelope({ errorMessage: 'one', message: 'two', status: 'ERROR' }), 'one'],
      [envelope({ errorMessage: ' ', message: 'two', error: 'three' }), 'two'],
      [envelope({ errorMessage: { text: 'no' }, error: 'three', status: 'ERROR' }), 'three'],
      [envelope({ status: 'ERROR' }), 'ERROR'],
      [envelope({ detail: 'elsewhere' }), undefined],
      [{ status: 400, body: 'first line\nsecond line' }, 'first line'],
      [{ status: 400, body: '<html><title> Bad\n gateway </title></html>' }, 'Bad gateway'],
      [
        { status: 400, body: '<html><head><style>p {}</style></head><h1>Session</h1> <p>expired</html>' },
        'Session expired',
      ],
      [{ status: 400, body: '<html><script>x()</script></html>' }, undefined],
      [{ status: 400, body: '' }, undefined],
    ]
    for (const [reply, said] of cases) {
      const { find } = await openSearch(reply)
      const failure = await failureThrown(find({ customerIds }))
      expect('said' in failure ? failure.said : undefined).toBe(said)
    }
  })

  it('cannot bring control characters into a message', async () => {
    const hostile = 'bad\u001b]0;owned\u0007 \u202egnp.exe\u2028 next\r\nline \ud800 '
    for (const reply of [envelope({ errorMessage: hostile }), { status: 400, body: `\u001b[2J${hostile}` }]) {
      const { find } = await openSearch(reply)
      const failure = await failureThrown(find({ customerIds }))
      expect(JSON.stringify(failure)).not.toMatch(/\\u00|\\ud8|\\r|\\n|\p{Cf}|\u2028/u)
      expect(failure).toMatchObject({ said: expect.stringContaining('owned') })
    }
  })

  it('with endless text is cut, never in the middle of a character', async () => {
    const { find } = await openSearch(envelope({ errorMessage: `x${'🚢'.repeat(500)}` }))
    const failure = await failureThrown(find({ customerIds }))
    const said = 'said' in failure ? (failure.said ?? '') : ''
    expect([said.length < 210, said.isWellFormed(), said.endsWith('…')]).toEqual([true, true, true])
  })

  it('that repeats the token does not expose it in the failure (T29)', async () => {
    const { find, secrets } = await openSearch(envelope({ message: 'scripted-token is not allowed to do this' }))
    const failure = await failureThrown(find({ customerIds }))
    expect(secrets).toEqual(['scripted-token'])
    expect(inspect(failure)).not.toContain('scripted-token')
    expect(failure).toMatchObject({ said: expect.stringContaining('is not allowed') })
  })

  it('that repeats the password at sign-in does not expose it in the failure (T29)', async () => {
    const token = (): Reply => envelope({ message: 'hunter2-CANARY is wrong' }, 401)
    const { client } = await openScripted({ token }, { password: () => Promise.resolve('hunter2-CANARY') })
    expect(inspect(await failureThrown(client.signIn()))).not.toContain('CANARY')
  })

  it('that is a redirect is not followed, and no token goes to the other address (T29)', async () => {
    const { service: other } = await openScripted({})
    const location = `${other.url}/v3/common/sets/search`
    const { service, find } = await openSearch({ status: 308, headers: { location }, body: '' })
    expect(await failureThrown(find({ customerIds }))).toEqual({
      tag: 'redirected',
      endpoint: 'the search',
      to: location,
    })
    expect([service.asked.search.length, other.asked.search]).toEqual([1, []])
  })
})

describe('a status', () => {
  it.each([520, 529, 507, 202])('of %i, as gateways send it once, is waited out', async (status) => {
    const { service, find } = await openScripted({
      search: ({ times }) =>
        times === 1 ? { status, body: { message: 'in a moment' } } : pageReply([], { offset: 0, total: 0 }),
    })
    expect(await find({ customerIds })).toMatchObject({ isComplete: true })
    expect(service.asked.search).toHaveLength(2)
  })

  it('of 202 that lasts is told with the words of the service', async () => {
    const { find } = await openSearch({ status: 202, body: { message: 'being generated' } })
    expect(await failureThrown(find({ customerIds }))).toEqual({
      tag: 'service-failing',
      endpoint: 'the search',
      status: 202,
      said: 'being generated',
    })
  })

  it.each([501, 505, 511])('of %i lasts, so it is asked once', async (status) => {
    const { service, find } = await openSearch({ status, body: '' })
    expect(await failureThrown(find({ customerIds }))).toMatchObject({ tag: 'service-failing', status })
    expect(service.asked.search).toHaveLength(1)
  })

  it.each([304, 600, 999])('of %i points nowhere and quotes nobody', async (status) => {
    const { find } = await openSearch({ status, body: status === 304 ? '' : '%PDF-1.4' })
    expect(await failureThrown(find({ customerIds }))).toEqual({
      tag: 'unreadable-answer',
      endpoint: 'the search',
      reason: `the HTTP status is ${status}`,
    })
  })
})

describe('an envelope', () => {
  it.each([0, 200, '200', null, 'OK', 201, 1000, {}])(
    'with the code %j is not an error if it has results',
    async (code) => {
      const { find } = await openSearch({ body: { code, data: { offset: 0, total: 0, results: [] } } })
      expect(await find({ customerIds })).toMatchObject({ isComplete: true, problems: [] })
    },
  )
})
