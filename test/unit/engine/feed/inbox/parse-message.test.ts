import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bodyText, parseMessage } from '../../../../../src/engine/feed/inbox/parse-message.ts'
import { SIGNED } from '../../../../support/test-feed.ts'

const read = (body: unknown) => parseMessage(Buffer.from(JSON.stringify(body)))

describe('parseMessage', () => {
  it('reads every documented field', () => {
    expect(read(SIGNED)).toMatchObject({
      message: {
        setId: SIGNED.setId,
        transactionId: SIGNED.transactionId,
        parcelReference: 'PR-1',
        customerId: SIGNED.customerId,
        newStatus: 'Signed',
        action: 'Sign',
        instance: 'DocEx',
        actor: 'Marta Lind',
        actorCompany: 'Aurora Grain',
        updatedDate: 'Fri Nov 20 10:11:12 UTC 2026',
        state: 'signed',
        updatedAt: '2026-11-20T10:11:12.000Z',
      },
    })
  })

  it.each([
    { newStatus: 'DRAFTED', action: 'APPROVE_COLLAB', user: 'Ann', state: 'drafted' },
    { newStatus: 'Signed', action: 'Sign', actor: 'Ann', actorCompany: 'Aurora', state: 'signed' },
    { newStatus: 'ISSUED', action: 'ISSUE', actor: 'Ann', actorCompany: 'Aurora', state: 'issued' },
    { newStatus: 'TITLE_HELD', action: 'ISSUE', actor: 'Ann', actorCompany: 'Aurora', state: 'title_held' },
    { newStatus: 'TRANSFER_DRAFTED', action: 'DRAFT_TRANSFER', user: 'Ann', state: 'transfer_drafted' },
    { newStatus: 'ASSIGN_CUSTOMER', action: 'SHARE_PARCEL', actor: 'Ann', state: 'assign_customer' },
  ])('reads $newStatus, whose person is in actor or user (T13, T14)', ({ state, ...fields }) => {
    const { newStatus, action } = fields
    expect(read({ setId: 's-1', ...fields })).toMatchObject({ message: { newStatus, action, state, actor: 'Ann' } })
  })

  it('prefers actor to user, and leaves a missing company null (T14)', () => {
    expect(read({ ...SIGNED, user: 'Somebody' })).toMatchObject({ message: { actor: 'Marta Lind' } })
    expect(read({ setId: 's', newStatus: 'DRAFTED' })).toMatchObject({ message: { actor: null, actorCompany: null } })
  })

  it.each([
    ['Fri Nov 20 10:11:12 GMT 2026', '2026-11-20T10:11:12.000Z'],
    ['Fri Nov 20 10:11:12 CET 2026', null],
    ['2026-11-20T10:11:12Z', null],
    ['Mon Nov 20 10:11:12 UTC 2026', null],
  ])('keeps the time %s as sent and reads it as %s (T16)', (updatedDate, updatedAt) => {
    expect(read({ ...SIGNED, updatedDate })).toMatchObject({ message: { updatedDate, updatedAt } })
  })

  it('refuses a body that is too long for a string, instead of throwing (W-L1)', () => {
    expect(parseMessage(Buffer.alloc(65_000_000, ' '))).toMatchObject({ reason: 'it is larger than any message' })
  })

  it('treats fields of another type, blank or oversized as missing, and ignores unknown ones', () => {
    const odd = { actor: 7, user: ['Ann'], action: {}, instance: true, updatedDate: 1, parcelReference: ' ' }
    expect(read({ setId: 's', newStatus: 'X', customerId: 'c'.repeat(3_000), ...odd, documents: [] })).toMatchObject({
      message: { actor: null, action: null, instance: null, updatedAt: null, parcelReference: null, customerId: null },
    })
  })

  it('reads a body that begins with a byte order mark', () => {
    const body = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(JSON.stringify(SIGNED))])
    expect(parseMessage(body)).toMatchObject({ message: { setId: SIGNED.setId } })
  })

  it.each([
    ['', 'it is empty'],
    ['   ', 'it is not JSON'],
    ['hello', 'it is not JSON'],
    ['{"setId":', 'it is not JSON'],
    ['null', 'it is JSON, but no object'],
    ['"text"', 'it is JSON, but no object'],
    ['[{"setId":"s","newStatus":"n"}]', 'it is JSON, but no object'],
    ['{}', 'it names no set (setId)'],
    ['{"setId":7,"newStatus":"n"}', 'it names no set (setId)'],
    ['{"setId":"","newStatus":"n"}', 'it names no set (setId)'],
    ['{"setId":"s"}', 'it names no state (newStatus)'],
    ['{"setId":"s","newStatus":null}', 'it names no state (newStatus)'],
    [Buffer.from('{"setId":"é"}', 'latin1'), 'it is not text in UTF-8'],
    [Buffer.from('{"setId":"s","newStatus":"n"}', 'utf16le'), 'it is not JSON'],
  ])('says of %j why it cannot be read (T41)', (body, reason) => {
    expect(parseMessage(Buffer.from(body))).toMatchObject({ reason })
  })

  it('returns a message or a reason for any bytes, and never throws', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array)),
      fc.json().map((text) => Buffer.from(text)),
      fc
        .record({ setId: fc.anything(), newStatus: fc.anything(), actor: fc.anything(), updatedDate: fc.anything() })
        .map((fields) => Buffer.from(fc.stringify(fields))),
      fc.record({ setId: fc.string(), newStatus: fc.string() }).map((fields) => Buffer.from(JSON.stringify(fields))),
    )
    fc.assert(
      fc.property(bytes, (body) => {
        const result = parseMessage(body)
        if ('reason' in result) expect(result.reason).toMatch(/^it /)
        else expect(result.message).toMatchObject({ setId: expect.any(String), newStatus: expect.any(String) })
      }),
    )
  })
})

describe('a body as text', () => {
  it('has replacement characters for what is not UTF-8', () => {
    expect(bodyText(Buffer.from([0x61, 0xff, 0x62]))).toBe('a\uFFFDb')
  })
})
