import { describe, expect, it } from 'vitest'
import { createFirmPublisher, type SetAside } from '../../../../../src/engine/feed/firm/firm-publisher.ts'
import { republish } from '../../../../../src/engine/feed/firm/republish.ts'
import type { OutgoingMessage, PublishAnswer, PublisherPort } from '../../../../../src/engine/ports/publisher.ts'
import { AppError } from '../../../../../src/shared/errors/app-error.ts'
import { SIGNED } from '../../../../support/test-feed.ts'

const EXCHANGE = {
  host: 'mq.firm',
  port: 5671,
  virtualHost: '/',
  username: 'parcel-collector',
  password: () => Promise.resolve('pw'),
  exchange: 'parcel.status',
  heartbeatSeconds: 15,
  timeoutMs: 1_000,
  confirmTimeoutMs: 1_000,
}
const DOWN = new AppError({ tag: 'connection-lost', endpoint: 'the firm', reason: 'it broke off' })

/** Answers as told, message by message, and then fails; confirms what nothing is told about. */
function scriptedBroker() {
  const sent: OutgoingMessage[] = []
  const script: ((message: OutgoingMessage) => PublishAnswer | 'lost' | undefined)[] = []
  let opened = 0
  let isOpen = true
  const port: PublisherPort = {
    open: () => {
      opened += 1
      isOpen = true
      return Promise.resolve({
        publish: (messages, onAnswer) => {
          const [answer = () => undefined] = script.splice(0, 1)
          for (const message of messages) {
            if (message.routingKey === 'parcel-desk.check.nobody') {
              onAnswer(message, 'returned')
              script.unshift(answer)
              return Promise.resolve(undefined)
            }
            const given = answer(message) ?? 'confirmed'
            if (given === 'lost') {
              isOpen = false
              return Promise.resolve(DOWN)
            }
            sent.push(message)
            onAnswer(message, given)
          }
          return Promise.resolve(undefined)
        },
        trouble: () => (isOpen ? undefined : DOWN),
        get isOpen() {
          return isOpen
        },
        close: () => Promise.resolve(),
      })
    },
  }
  return { port, sent, script, opened: () => opened }
}

const clock = { wait: () => Promise.resolve() }

const message = (reference: string, customerId: string = SIGNED.customerId) => ({
  body: Buffer.from(JSON.stringify({ ...SIGNED, parcelReference: reference, customerId })),
})
const references = (sent: readonly OutgoingMessage[]): string[] =>
  sent.map(({ body }) => /"parcelReference":"(.*?)"/.exec(Buffer.from(body).toString())?.[1] ?? '')
const STRANGER = 'c0000000-0000-4000-a000-000000000009'

describe('what a collector publishes', () => {
  it('is published from where it was left when it is tried again, on a connection that is proved anew', async () => {
    const broker = scriptedBroker()
    const publisher = createFirmPublisher(broker.port, EXCHANGE, { setAside: () => undefined, clock })
    broker.script.push((one) => (references([one])[0] === 'C' ? 'lost' : undefined))
    const publish = publisher.publishing(['A', 'B', 'C', 'D'].map((reference) => message(reference)))
    await expect(publish()).rejects.toBe(DOWN)
    expect(publisher.isReady).toBe(false)
    await publish()
    expect(references(broker.sent)).toEqual(['A', 'B', 'C', 'D'])
    expect(broker.opened()).toBe(2)
    expect(publisher.isReady).toBe(true)
  })

  it('is not published again where it is delivered again, and is where its sender sends it again', async () => {
    const broker = scriptedBroker()
    const publisher = createFirmPublisher(broker.port, EXCHANGE, { setAside: () => undefined, clock })
    await publisher.publishing([message('A')])()
    await publisher.publishing([{ ...message('A'), isRedelivered: true }, message('B')])()
    expect(references(broker.sent)).toEqual(['A', 'B'])
    await publisher.publishing([message('A')])()
    expect(references(broker.sent)).toEqual(['A', 'B', 'A'])
  })

  it('is set aside where no stream is bound for it, kept before it is passed on, and the rest goes on', async () => {
    const broker = scriptedBroker()
    const kept: string[] = []
    let isFull = true
    const setAside: SetAside = (messages) => {
      if (isFull) throw new AppError({ tag: 'storage-failed', file: 'feed.sqlite', reason: 'disk full' })
      kept.push(...messages.map(({ routingKey, reason }) => `${routingKey}: ${reason}`))
    }
    const publisher = createFirmPublisher(broker.port, EXCHANGE, { setAside, clock })
    const refuseStranger = ({ routingKey }: OutgoingMessage) => (routingKey === STRANGER ? 'returned' : undefined)
    broker.script.push(refuseStranger, refuseStranger)
    const publish = publisher.publishing([message('A'), message('S', STRANGER), message('B')])
    await expect(publish()).rejects.toMatchObject({ failure: { tag: 'storage-failed' } })
    isFull = false
    await publish()
    expect(kept).toEqual([`${STRANGER}: no stream is bound to it for “${STRANGER}”`])
    expect(broker.sent.map(({ routingKey }) => routingKey)).toEqual([
      SIGNED.customerId,
      STRANGER,
      SIGNED.customerId,
      STRANGER,
      'unreadable',
    ])
  })

  it('is asked about twice before it is set aside, because a broker that starts knows its bindings late', async () => {
    const broker = scriptedBroker()
    const kept: string[] = []
    const setAside: SetAside = (messages) => void kept.push(...messages.map(({ routingKey }) => routingKey))
    const waited: number[] = []
    const patient = { wait: (timeMs: number) => Promise.resolve(void waited.push(timeMs)) }
    const publisher = createFirmPublisher(broker.port, EXCHANGE, { setAside, clock: patient })
    broker.script.push(() => 'returned')
    await publisher.publishing([message('A')])()
    expect([kept, references(broker.sent)]).toEqual([[], ['A', 'A']])
    const refuse = (): PublishAnswer => 'returned'
    broker.script.push(refuse, refuse)
    await publisher.publishing([message('S', STRANGER)])()
    broker.script.push(refuse)
    await publisher.publishing([message('T', STRANGER)])()
    expect(kept).toEqual([STRANGER, STRANGER])
    expect(waited, 'once for each key on a connection').toEqual([5_000, 5_000])
  })

  it('is held where even what is set aside finds no stream, and is published once there is one', async () => {
    const broker = scriptedBroker()
    const publisher = createFirmPublisher(broker.port, EXCHANGE, { setAside: () => undefined, clock })
    broker.script.push(
      () => 'returned',
      () => 'returned',
    )
    const publish = publisher.publishing([{ body: Buffer.from('no JSON') }])
    await expect(publish()).rejects.toMatchObject({
      failure: { tag: 'not-published', reason: 'no stream is bound to it for “unreadable”' },
    })
    await publish()
    expect(broker.sent).toHaveLength(3)
  })

  it('is asked for the first time when nothing was published yet', async () => {
    const broker = scriptedBroker()
    const publisher = createFirmPublisher(broker.port, EXCHANGE, { setAside: () => undefined, clock })
    expect(publisher.isReady).toBe(false)
    await publisher.ready()
    expect(publisher.isReady).toBe(true)
    expect(broker.sent).toEqual([])
  })

  it('is of the customers alone that are named, whatever the case of their ids', async () => {
    const broker = scriptedBroker()
    const publisher = createFirmPublisher(broker.port, EXCHANGE, { setAside: () => undefined, clock })
    const bodies = [message('A'), message('S', STRANGER), { body: Buffer.from('no JSON') }].map(({ body }) => body)
    const customerIds = [STRANGER.toUpperCase()]
    expect(await republish(publisher, { bodies, customerIds }, new AbortController().signal)).toBe(1)
    expect(references(broker.sent)).toEqual(['S'])
  })
})
