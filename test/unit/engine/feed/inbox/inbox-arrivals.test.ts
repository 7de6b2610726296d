import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Finding } from '../../../../../src/engine/feed/inbox/inbox-arrivals.ts'
import { arrival, memoryFeed, SEEN_AT, SIGNED } from '../../../../support/test-feed.ts'

const updatedDate = (second: number): string => `Fri Nov 20 10:11:${String(second).padStart(2, '0')} UTC 2026`
const ids = (entries: Iterable<{ id: number }>): number[] => [...entries].map(({ id }) => id)

describe('storing messages', () => {
  it('returns the new entries in order, equal to what is read back', () => {
    const feed = memoryFeed('production')
    const added = feed.add([arrival(SIGNED, { isRedelivered: true }), arrival('no message')])
    expect(added).toEqual([...feed.all()])
    expect(added[0]).toMatchObject({
      id: 1,
      environment: 'production',
      source: 'queue',
      isReadable: true,
      reason: null,
      seenAt: SEEN_AT,
      setId: SIGNED.setId,
      state: 'signed',
      raw: JSON.stringify(SIGNED),
      received: 1,
      isRedelivered: true,
      stateBefore: null,
      isRead: false,
      isDone: false,
      isFlagged: false,
      shipmentRef: null,
      customerName: null,
    })
    expect(added[1]).toMatchObject({
      id: 2,
      isReadable: false,
      reason: 'it is not JSON',
      setId: null,
      raw: 'no message',
    })
  })

  it('counts a repetition instead of storing it again, in the same batch and in a later one (T39, T40)', () => {
    const feed = memoryFeed()
    expect(feed.add([arrival(SIGNED), arrival(SIGNED, { isRedelivered: true })])).toHaveLength(1)
    expect(feed.add([arrival('?'), arrival(SIGNED, { source: 'stream' })])).toHaveLength(1)
    expect([...feed.all()].map(({ received, isRedelivered }) => ({ received, isRedelivered }))).toEqual([
      { received: 3, isRedelivered: false },
      { received: 1, isRedelivered: false },
    ])
  })

  it('stores a whole batch or none of it', () => {
    const feed = memoryFeed()
    feed.database.exec(
      "CREATE TRIGGER full BEFORE INSERT ON entries WHEN new.set_id = 'last' BEGIN SELECT RAISE(FAIL, 'full'); END",
    )
    expect(() => feed.add([arrival(SIGNED), arrival({ ...SIGNED, setId: 'last' })])).toThrow(/full/)
    expect(ids(feed.all())).toEqual([])
    expect(feed.knownState(SIGNED.setId)).toBeUndefined()
  })

  it('keeps the bytes of a message of 10 MB, and of one in another character set', () => {
    const feed = memoryFeed()
    const large = `{"setId":"s","newStatus":"Signed","message":"${'x'.repeat(10_000_000)}"}`
    const foreign = Buffer.from('{"newStatus":"Signé"}', 'latin1')
    feed.add([arrival(large), arrival(foreign)])
    expect([...feed.all()].map(({ raw, reason }) => [raw.length, reason])).toEqual([
      [large.length, null],
      [foreign.length, 'it is not text in UTF-8'],
    ])
    expect(feed.database.prepare('SELECT raw FROM entries WHERE id = 2').get()?.['raw']).toEqual(
      new Uint8Array(foreign),
    )
  })

  it('turns any bytes into an entry, readable or not, loses none, and only counts repetitions', () => {
    const bodies = fc.array(
      fc.oneof(
        fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
        fc
          .record({
            setId: fc.string({ unit: 'binary' }),
            newStatus: fc.string({ unit: 'binary' }),
            actor: fc.string(),
          })
          .map((fields) => Buffer.from(JSON.stringify(fields))),
        fc.constantFrom('', 'x', '{}', JSON.stringify(SIGNED)).map((text) => Buffer.from(text)),
      ),
      { maxLength: 30 },
    )
    fc.assert(
      fc.property(bodies, fc.integer({ min: 1, max: 7 }), (all, batchSize) => {
        const feed = memoryFeed()
        for (let at = 0; at < all.length; at += batchSize) {
          feed.add(all.slice(at, at + batchSize).map((body) => arrival(body)))
        }
        const counted = new Map<string, number>()
        for (const body of all) counted.set(body.toString('hex'), (counted.get(body.toString('hex')) ?? 0) + 1)
        const rows = feed.database.prepare('SELECT hex(raw) AS raw, received FROM entries ORDER BY id').all()
        expect(rows.map(({ raw, received }) => [String(raw).toLowerCase(), received])).toEqual([...counted])
        for (const entry of feed.all()) expect(entry.isReadable).toBe(entry.setId !== null && entry.newStatus !== null)
        feed.database.close()
      }),
    )
  })
})

describe('the state of a set', () => {
  it('is never rewound by an older message, which is kept and marked (T42)', () => {
    const feed = memoryFeed()
    const [newer] = feed.add([arrival({ ...SIGNED, newStatus: 'ISSUED', updatedDate: updatedDate(30) })])
    const [older] = feed.add([arrival({ ...SIGNED, updatedDate: updatedDate(10) })])
    expect([newer?.isOutdated, older?.isOutdated]).toEqual([false, true])
    expect(feed.knownState(SIGNED.setId)).toMatchObject({ state: 'issued', updatedAt: '2026-11-20T10:11:30.000Z' })
  })

  it('advances with two messages of the same second, such as ISSUED and TITLE_HELD (T13)', () => {
    const feed = memoryFeed()
    const both = ['ISSUED', 'TITLE_HELD'].map((newStatus) => arrival({ ...SIGNED, newStatus, action: 'ISSUE' }))
    expect(feed.add(both).map(({ isOutdated }) => isOutdated)).toEqual([false, false])
    expect(feed.knownState(SIGNED.setId)?.state).toBe('title_held')
  })

  it('takes a message without a readable time by its arrival, and still recognises older ones after it', () => {
    const feed = memoryFeed()
    feed.add([arrival({ ...SIGNED, updatedDate: updatedDate(30) })])
    feed.add([arrival({ ...SIGNED, newStatus: 'ISSUED', updatedDate: 'yesterday' })])
    expect(feed.knownState(SIGNED.setId)?.state).toBe('issued')
    expect(feed.add([arrival({ ...SIGNED, newStatus: 'DRAFTED', updatedDate: updatedDate(10) })])[0]?.isOutdated).toBe(
      true,
    )
    expect(feed.knownState(SIGNED.setId)?.state).toBe('issued')
  })

  it('is that of the newest message, in any order and any batches', () => {
    const seconds = fc.uniqueArray(fc.integer({ min: 0, max: 59 }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(seconds, fc.integer({ min: 1, max: 5 }), (order, batchSize) => {
        const feed = memoryFeed()
        const all = order.map((second) =>
          arrival({ ...SIGNED, newStatus: `S${second}`, updatedDate: updatedDate(second) }),
        )
        for (let at = 0; at < all.length; at += batchSize) feed.add(all.slice(at, at + batchSize))
        expect(feed.knownState(SIGNED.setId)?.status).toBe(`S${Math.max(...order)}`)
        const outdated = [...feed.all()].map(({ isOutdated }) => isOutdated)
        expect(outdated).toEqual(order.map((second, at) => second < Math.max(...order.slice(0, at + 1))))
        feed.database.close()
      }),
    )
  })
})

const FINDING: Finding = {
  setId: SIGNED.setId,
  customerId: SIGNED.customerId,
  customerName: 'Aurora Grain',
  parcelReference: 'PR-1',
  shipmentRef: 'SHP-1',
  status: 'issued',
  stateBefore: 'Signed',
  seenAt: '2026-11-20T11:00:00.000Z',
}

describe('changes found by a check', () => {
  it('become entries marked as such, and the known state', () => {
    const feed = memoryFeed()
    feed.add([arrival(SIGNED)])
    expect(feed.addFindings([FINDING])).toMatchObject([
      {
        id: 2,
        source: 'check',
        newStatus: 'issued',
        state: 'issued',
        stateBefore: 'Signed',
        customerName: 'Aurora Grain',
      },
    ])
    expect(feed.knownState(SIGNED.setId)).toEqual({
      status: 'issued',
      state: 'issued',
      updatedAt: '2026-11-20T10:11:12.000Z',
      seenAt: FINDING.seenAt,
      isFromCheck: true,
      statusBefore: null,
    })
    expect(JSON.parse(feed.read(2)?.raw ?? '')).toEqual(FINDING)
  })

  it('are dropped where a message came during the check', () => {
    const feed = memoryFeed()
    feed.add([arrival(SIGNED), arrival({ ...SIGNED, newStatus: 'TITLE_HELD', updatedDate: updatedDate(50) })])
    expect(feed.addFindings([FINDING])).toEqual([])
    expect(feed.addFindings([{ ...FINDING, stateBefore: null }])).toEqual([])
    expect(feed.knownState(SIGNED.setId)?.state).toBe('title_held')
  })

  it('are not a change where only the spelling differs (T12)', () => {
    const feed = memoryFeed()
    feed.add([arrival(SIGNED)])
    expect(feed.addFindings([{ ...FINDING, status: 'SIGNED', stateBefore: 'signed' }])).toEqual([])
  })

  it('become an entry each time a set changes there and back', () => {
    const feed = memoryFeed()
    feed.recordStates([{ ...FINDING, status: 'signed' }])
    const back = { ...FINDING, status: 'signed', stateBefore: 'issued' }
    const found = [FINDING, back, { ...FINDING, seenAt: '2026-11-20T12:00:00.000Z' }].flatMap((one) =>
      feed.addFindings([one]),
    )
    expect(found.map(({ state }) => state)).toEqual(['issued', 'signed', 'issued'])
  })

  it('never make a message outdated, and are not rewound by an earlier one (T42)', () => {
    const feed = memoryFeed()
    feed.addFindings([{ ...FINDING, stateBefore: null }])
    const after = { seenAt: '2026-11-20T11:30:00.000Z' }
    const late = arrival({ ...SIGNED, updatedDate: updatedDate(12) }, after)
    const announcing = arrival({ ...SIGNED, newStatus: 'ISSUED', updatedDate: updatedDate(20) }, after)
    expect(feed.add([late]).map(({ isOutdated }) => isOutdated)).toEqual([false])
    expect(feed.knownState(SIGNED.setId)).toMatchObject({ state: 'issued', isFromCheck: true, seenAt: FINDING.seenAt })
    expect(feed.add([announcing]).map(({ isOutdated }) => isOutdated)).toEqual([false])
    expect(feed.knownState(SIGNED.setId)).toMatchObject({ state: 'issued', updatedAt: '2026-11-20T10:11:20.000Z' })
  })
})

describe('what a check saw in a lagging search', () => {
  it('gives way to an earlier message that reports a later state', () => {
    const feed = memoryFeed()
    feed.addFindings([{ ...FINDING, stateBefore: null }])
    const held = arrival({ ...SIGNED, newStatus: 'TITLE_HELD', updatedDate: updatedDate(10) })
    expect(feed.add([held])).toMatchObject([{ isOutdated: false }])
    expect(feed.knownState(SIGNED.setId)).toMatchObject({
      state: 'title_held',
      isFromCheck: false,
      statusBefore: 'issued',
    })
  })

  it('leaves the newest message time, by which older messages are recognised', () => {
    const feed = memoryFeed()
    feed.add([arrival({ ...SIGNED, updatedDate: updatedDate(30) })])
    feed.addFindings([FINDING])
    expect(feed.add([arrival({ ...SIGNED, newStatus: 'DRAFTED', updatedDate: updatedDate(10) })])).toMatchObject([
      { isOutdated: true },
    ])
  })

  it('stays unconfirmed from when it was first seen until a check no longer sees it', () => {
    const feed = memoryFeed()
    const [first, second] = ['2026-11-20T10:00:00.000Z', '2026-11-20T11:00:00.000Z']
    feed.replaceUnconfirmed('c-1', [{ setId: 's-1', status: 'Signed', seenAt: first }])
    feed.replaceUnconfirmed('c-2', [{ setId: 's-2', status: 'Signed', seenAt: first }])
    feed.replaceUnconfirmed('c-1', [
      { setId: 's-1', status: 'signed', seenAt: second },
      { setId: 's-3', status: 'signed', seenAt: second },
    ])
    expect([...feed.unconfirmedStates('c-1')]).toEqual([
      ['s-1', { status: 'signed', since: first }],
      ['s-3', { status: 'signed', since: second }],
    ])
    feed.replaceUnconfirmed('c-1', [])
    expect([feed.unconfirmedStates('c-1').size, feed.unconfirmedStates('c-2').size]).toEqual([0, 1])
  })
})

describe('the baseline of a check', () => {
  it('is a known state without an entry, and keeps what was learnt after the check saw the set', () => {
    const feed = memoryFeed()
    const seen = { setId: 's-1', status: 'Drafted', seenAt: '2026-11-20T09:00:00.000Z' }
    feed.recordStates([seen])
    feed.recordStates([{ ...seen, status: 'old', seenAt: '2026-11-20T08:00:00.000Z' }])
    expect(feed.knownState('s-1')).toMatchObject({ status: 'Drafted', state: 'drafted', updatedAt: null })
    expect(feed.counts().total).toBe(0)
  })

  it('records when a customer was checked', () => {
    const feed = memoryFeed()
    expect(feed.checkedAt('c-1')).toBeUndefined()
    feed.recordCheck('c-1', SEEN_AT)
    feed.recordCheck('c-1', '2026-11-21T00:00:00.000Z')
    expect(feed.checkedAt('c-1')).toBe('2026-11-21T00:00:00.000Z')
  })
})
