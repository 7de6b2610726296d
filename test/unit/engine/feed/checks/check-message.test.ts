import { describe, expect, it } from 'vitest'
import { checkMessages, type CheckResult, readOwnMessage } from '../../../../../src/engine/feed/checks/check-message.ts'
import type { Delivery } from '../../../../../src/engine/ports/link.ts'
import { SIGNED } from '../../../../support/test-feed.ts'

const facts = { customerId: 'c0000000-0000-4000-a000-000000000001', startedAt: '2026-11-20T10:00:00.000Z', sets: 1_200 }
const foundStates = (count: number): CheckResult['found'] =>
  Array.from({ length: count }, (_, index) => {
    return { setId: `set ${index}`, status: 'ISSUED', parcelReference: `PR-${index}`, shipmentRef: null }
  })
const body = (fields: object): Buffer => Buffer.from(JSON.stringify(fields))
/** Of a message with the header of a collector. */
const read = (bytes: Buffer = Buffer.alloc(0)): ReturnType<typeof readOwnMessage> => readOwnMessage(told(bytes))
const told = (bytes: Buffer): Pick<Delivery, 'body' | 'properties'> => {
  return { body: bytes, properties: { headers: { 'parcel-desk': 'check' } } }
}

describe('the message about a collector’s check', () => {
  it('is read as it was written, also where nothing was found', () => {
    const [none, ...more] = checkMessages({ ...facts, found: [] })
    expect(more).toEqual([])
    expect(read(none)).toEqual({ ...facts, found: [], isLast: true })
  })

  it('is several where much was found, each far below the size at which messages are cut, and only the last ends the check', () => {
    const found = foundStates(1_100)
    const bodies = checkMessages({ ...facts, found })
    const results = bodies.map((one) => read(one)).filter((one) => typeof one === 'object')
    expect(results.map(({ isLast }) => isLast)).toEqual([false, false, true])
    expect(results.flatMap((one) => one.found)).toEqual(found)
    for (const one of bodies) expect(one.length).toBeLessThan(500_000)
  })

  it.each([
    ['a later version', { parcelDesk: 'check', version: 2, anything: [] }],
    ['another kind', { parcelDesk: 'greeting', version: 1 }],
  ])('of %s is ignored', (_, fields) => {
    expect(read(body(fields))).toBe('ignored')
  })

  it.each([
    ['a status message', body(SIGNED)],
    ['one of this version without its fields', body({ parcelDesk: 'check', version: 1, found: 'all' })],
    ['a beginning of one', Buffer.from('{"parcelDesk":"check","version":1,')],
    ['nothing', Buffer.alloc(0)],
  ])('is not %s, which is stored like any other', (_, bytes) => {
    expect(read(bytes)).toBeUndefined()
  })
})
