import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { describeFailure } from '../../../src/shared/errors/failure-texts.ts'
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

const saying = (said: string | undefined) => (said === undefined ? {} : { said })
const latin1 = { 'content-type': 'text/plain; charset=ISO-8859-1' }

const envelope = (fields: object, status = 400): Reply => ({ status, body: fields })

describe('an answer that is not a list', () => {
  it.each([
    ['html', 'it is a web page, not JSON', 'Sign in'],
    ['empty', 'it is empty'],
    ['plainText', 'it is not valid JSON'],
    ['malformedJson', 'it is not valid JSON'],
    ['204', 'the HTTP status is 204'],
    ['partialContent', 'the HTTP status is 206'],
  ] as const)(
    'of kind %s is a failure that names the endpoint, and is not retried',
    async (kind, reason, said?: string) => {
      const { service, client, find } = await openSpoiled({ kind })
      const failure = { tag: 'unreadable-answer', reason, ...(said === undefined ? {} : { said }) }
      expect(await failureThrown(find({ customerIds }))).toEqual({ ...failure, endpoint: 'the search' })
      const endpoint = 'the list of customers'
      expect(await failureThrown(client.counterparties())).toEqual({ ...failure, endpoint })
      expect([service.counts.search, service.counts.counterparties]).toEqual([1, 1])
    },
  )

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

  it.each<[string, unknown, string | undefined]>([
    ['errorMessage first', { errorMessage: 'one', message: 'two', status: 'ERROR' }, 'one'],
    ['message, where that is blank', { errorMessage: ' ', message: 'two', error: 'three' }, 'two'],
    ['error, where that is no text', { errorMessage: { text: 'no' }, error: 'three', status: 'ERROR' }, 'three'],
    ['status, where there is nothing else', { code: 1, status: 'ERROR' }, 'ERROR'],
    [
      'detail (RFC 9457)',
      { type: 'about:blank', title: 'Forbidden', status: 400, detail: 'No such sets' },
      'No such sets',
    ],
    ['title, without a detail (RFC 9457)', { type: 'about:blank', title: 'Forbidden', status: 400 }, 'Forbidden'],
    ['error_description (OAuth)', { error: 'invalid_grant', error_description: 'Account locked' }, 'Account locked'],
    ['error, without one (OAuth)', { error: 'invalid_grant' }, 'invalid_grant'],
    ['error.message (Google, Azure)', { error: { code: 7, message: 'Quota is used up' } }, 'Quota is used up'],
    ['errors[0].message (GraphQL)', { errors: [{ path: [], message: 'Unknown field' }] }, 'Unknown field'],
    ['errors[0].detail (JSON:API)', { errors: [{ status: '422', title: 'Bad', detail: 'Too short' }] }, 'Too short'],
    ['errors of texts', { errors: ['', 'Line 2 is wrong'] }, 'Line 2 is wrong'],
    ['a list (Salesforce)', [{ message: 'Session expired', errorCode: 'INVALID_SESSION_ID' }], 'Session expired'],
    ['a fault (Apigee)', { fault: { faultstring: 'Spike arrest', detail: {} } }, 'Spike arrest'],
    ['names in capitals (.NET)', { Message: 'An error has occurred.' }, 'An error has occurred.'],
    ['a text in JSON', '"Maintenance until noon"', 'Maintenance until noon'],
    ['the first line of a text', 'first line\r\nsecond line', 'first line'],
    ['the title of a page', '<html><title> Bad\n gateway </title></html>', 'Bad gateway'],
    [
      'the text of a page without one',
      '<html><head><style>p {}</style></head><h1>Session</h1> <p>expired</html>',
      'Session expired',
    ],
    ['nothing of a script', '<html><script>x()</script></html>', undefined],
    ['nothing of an empty body', '', undefined],
    ['nothing of JSON without words', { code: 5, data: { a: 'secret?' } }, undefined],
    ['nothing of half a JSON', '{"token":"abc', undefined],
  ])('is quoted by %s', async (_what, body, said) => {
    const { find } = await openSearch({ status: 400, body })
    expect(await failureThrown(find({ customerIds }))).toMatchObject({
      tag: 'request-refused',
      status: 400,
      ...saying(said),
    })
  })

  it('in the charset that it declares is quoted in that', async () => {
    const body = Buffer.from('Schlüssel ist ungültig', 'latin1')
    const { find } = await openSearch({ status: 400, headers: latin1, body })
    expect(await failureThrown(find({ customerIds }))).toMatchObject({ said: 'Schlüssel ist ungültig' })
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
  const page = { offset: 0, total: 0, count: 0, results: [] }

  it.each([0, 200, '200', null, 'OK', 201, 'success', {}])('with the code %j is not an error', async (code) => {
    const { find } = await openSearch({ body: { code, data: page } })
    expect(await find({ customerIds })).toMatchObject({ isComplete: true, problems: [] })
  })

  it.each<[object, object]>([
    [
      { code: 200, status: 'FAILED', errorMessage: 'No index', data: page },
      { status: 'FAILED', said: 'No index' },
    ],
    [
      { status: 'FAILED', errorMessage: 'No index', results: [] },
      { status: 'FAILED', said: 'No index' },
    ],
    [
      { code: 1001, status: 'ERROR', message: 'Customer is not onboarded to DOCEX' },
      { status: 1001, said: 'Customer is not onboarded to DOCEX' },
    ],
    [{ code: 1000, data: page }, { status: 1000 }],
    [
      { code: 'E17', message: 'Closed', data: page },
      { status: 'E17', said: 'Closed' },
    ],
    [{ code: -1, data: page }, { status: -1 }],
    [
      { success: false, message: 'Closed', data: page },
      { status: 'an error', said: 'Closed' },
    ],
    [
      { errorMessage: 'Index is down', data: page },
      { status: 'an error', said: 'Index is down' },
    ],
    [
      { code: 409, message: 'In use', data: page },
      { status: 409, said: 'In use' },
    ],
  ])('such as %j is an error, whatever else it has, and is quoted', async (body, failure) => {
    const { find, waitsMs } = await openSearch({ body })
    expect(await failureThrown(find({ customerIds }))).toEqual({
      tag: 'request-refused',
      endpoint: 'the search',
      ...failure,
    })
    expect(waitsMs).toEqual([])
    const list = await openScripted({ counterparties: () => ({ body }) })
    expect(await failureThrown(list.client.counterparties())).toMatchObject({ tag: 'request-refused', ...failure })
  })

  it('that says 500 in either place is an answer of the service that is tried again', async () => {
    for (const body of [
      { status: 500, error: 'Internal Server Error' },
      { code: '500', status: 'ERROR' },
    ]) {
      const { service, find } = await openSearch({ body })
      expect(await failureThrown(find({ customerIds }))).toMatchObject({ tag: 'service-failing', status: 500 })
      expect(service.asked.search).toHaveLength(5)
    }
  })

  it('without results is unreadable, and what it says is told', async () => {
    const { find } = await openSearch({ body: { code: 200, status: 'OK', message: 'No entitlement yet' } })
    const failure = await failureThrown(find({ customerIds }))
    expect(failure).toEqual({
      tag: 'unreadable-answer',
      endpoint: 'the search',
      reason: 'it has no list of results',
      said: 'No entitlement yet',
    })
    expect(describeFailure(failure).message).toContain('It said: “No entitlement yet”.')
    expect(describeFailure(failure).next).toContain('what it said')
  })

  it('that repeats the token does not expose it where it is unreadable either (T29)', async () => {
    const { find } = await openSearch({ body: { message: 'scripted-token has no results' } })
    expect(inspect(await failureThrown(find({ customerIds })))).not.toContain('scripted-token')
  })
})

describe('the charset of an answer', () => {
  const name = 'Delta & Söhne “€” GmbH'
  const list = (customerName: string) => [{ customerId: customerIds[0], customerName }]
  const windows1252 = Buffer.from(JSON.stringify(list('Delta & Söhne "€" GmbH')), 'latin1')
  const openList = (headers: Record<string, string>, body: Buffer) =>
    openScripted({ counterparties: () => ({ headers, body }) })

  it.each<[string, Buffer]>([
    ['ISO-8859-1', Buffer.from('Delta & S\xf6hne \x93\x80\x94 GmbH', 'latin1')],
    ['windows-1252', Buffer.from('Delta & S\xf6hne \x93\x80\x94 GmbH', 'latin1')],
    ['"utf-8"', Buffer.from(name)],
    ['UTF-16LE', Buffer.from(name, 'utf16le')],
    ['klingon', Buffer.from(name)],
  ])('is the one that it declares, such as %s', async (charset, text) => {
    const [before = '', after = ''] = JSON.stringify(list('HERE')).split('HERE')
    const encoded = (part: string) => Buffer.from(part, charset === 'UTF-16LE' ? 'utf16le' : 'latin1')
    const body = Buffer.concat([encoded(before), text, encoded(after)])
    const { client } = await openList({ 'content-type': `application/json; charset=${charset}` }, body)
    expect((await client.counterparties()).counterparties).toEqual(list(name))
  })

  it.each<[string, string, string]>([
    ['where none is declared', 'application/json', 'it is not UTF-8'],
    ['where UTF-8 is', 'application/json;charset=UTF-8', 'it is not in the charset “UTF-8” that it declares'],
    ['where nobody knows it', 'application/json; charset=x-none', 'it is not in the charset “x-none” that it declares'],
  ])('is UTF-8 %s, and is not guessed', async (_where, contentType, reason) => {
    const { client } = await openList({ 'content-type': contentType }, windows1252)
    const failure = await failureThrown(client.counterparties())
    expect(failure).toMatchObject({ tag: 'unreadable-answer', endpoint: 'the list of customers', reason })
  })

  it('does not count a byte order mark as text', async () => {
    const { client } = await openList({}, Buffer.from(`\ufeff${JSON.stringify(list(name))}`))
    expect((await client.counterparties()).counterparties).toEqual(list(name))
  })
})
