import { describe, expect, it } from 'vitest'
import type { Environment } from '../../../src/shared/model/connection.ts'
import { arrival, memoryFeed, SIGNED, type TestFeed } from '../../support/test-feed.ts'
import { createFakeDesk } from './fake-desk.ts'
import { run } from '../../support/fake-terminal.ts'

const at = (seenAt: string) => ({ seenAt: `2026-11-${seenAt}.000Z` })

/** Three entries that came in turn: to production, to test, to production again. */
function filledFeeds(): Record<Environment, TestFeed> {
  const feeds = { test: memoryFeed('test'), production: memoryFeed('production') }
  feeds.production.add([arrival(SIGNED, at('20T10:00:00')), arrival(SIGNED, at('20T10:00:01'))])
  feeds.test.add([arrival({ ...SIGNED, newStatus: 'ISSUED', customerId: 'other' }, at('20T11:00:00'))])
  feeds.production.add([arrival('no message', at('20T12:00:00'))])
  return feeds
}

async function runInbox(words: string[], feeds = filledFeeds()) {
  const { desk } = createFakeDesk({ desk: { feed: (environment) => feeds[environment] } })
  return await run(['inbox', ...words], { desk })
}

describe('inbox', () => {
  it('lists what is stored in all environments, oldest first, with how often each came', async () => {
    const { code, stdout } = await runInbox(['--json'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject([
      { setId: SIGNED.setId, state: 'signed', id: 1, received: 2, environment: 'production' },
      { setId: SIGNED.setId, state: 'issued', id: 1, received: 1, environment: 'test' },
      { unreadable: true, raw: 'no message', reason: 'it is not JSON', id: 2, received: 1, environment: 'production' },
    ])
    const [, first = ''] = stdout.split('\n')
    expect([...first.matchAll(/"(\w+)":/g)].map(([, name]) => name)).toEqual([
      'setId',
      'parcelReference',
      'customerId',
      'newStatus',
      'state',
      'action',
      'instance',
      'actor',
      'actorCompany',
      'updatedDate',
      'updatedAt',
      'seenAt',
      'transactionId',
      'redelivered',
      'outdated',
      'source',
      'raw',
      'id',
      'received',
      'environment',
    ])
  })

  it.each([
    [['--environment', 'test'], ['issued']],
    [['--state', 'SIGNED'], ['signed']],
    [['--customer', 'other', '--customer', 'nobody'], ['issued']],
    [
      ['--since', '2026-11-20T11:30:00+01:00'],
      ['issued', undefined],
    ],
    [['--since', '2026-11-21'], []],
    [['--unread'], ['issued', undefined]],
  ])('filters by %j', async (words, states) => {
    const feeds = filledFeeds()
    feeds.production.mark([1], { isRead: true })
    const { code, stdout } = await runInbox(['--json', ...words], feeds)
    const entries: { state?: string }[] = JSON.parse(stdout)
    expect({ code, states: entries.map(({ state }) => state) }).toEqual({ code: 0, states })
  })

  it('prints a table for people, whatever is in the messages (T25)', async () => {
    const feeds = filledFeeds()
    feeds.test.add([arrival({ ...SIGNED, actor: '\u001B[2J', newStatus: 'odd\nstate' }, at('22T00:00:00'))])
    const { stdout } = await runInbox([], feeds)
    const lines = stdout.trimEnd().split('\n')
    expect(lines).toHaveLength(5)
    expect(lines[0]).toMatch(/^SEEN \(UTC\) +STATE +CUSTOMER +SHIPMENT +PARCEL +BY +SOURCE +ENVIRONMENT$/)
    expect(lines[3]).toMatch(/^2026-11-20 12:00:00 {2}unreadable .*\(it is not JSON\) +queue +production$/)
    expect(stdout).not.toContain('\u001B')
  })

  it('says so if it is empty', async () => {
    const none = () => ({ test: memoryFeed('test'), production: memoryFeed('production') })
    expect((await runInbox(['--json'], none())).stdout).toBe('[]\n')
    expect((await runInbox([], none())).stdout).toBe('There is nothing in the inbox.\n')
  })

  it.each(['yesterday', '2026-13-01', '2026-11-20T10:00', '1763633400'])('refuses --since %s', async (since) => {
    const { code, stderr } = await runInbox(['--since', since])
    expect(code).toBe(2)
    expect(stderr).toContain('It takes a day or a moment, such as 2026-11-20 or 2026-11-20T10:30:00Z.')
  })
})
