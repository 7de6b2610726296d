import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  accountOf,
  connectionKey,
  hostAndPort,
  sourceOf,
} from '../../../../../../src/main/desk/feed/sources/broker-source.ts'
import type { StoredBroker } from '../../../../../../src/engine/feed/feed-settings.ts'
import { tempFolder } from '../../../../../support/temp-folder.ts'

const broker: StoredBroker = {
  kind: 'queue',
  brokerId: 'b',
  name: 'Broker',
  hosts: ['{customerId}.mq.example', 'mq2.example:5700'],
  usesTls: true,
  virtualHost: '{customerId}',
  queue: 'Parcels_{customerId}_{customerId}',
  username: 'desk',
  heartbeatSeconds: 15,
  prefetch: 100,
  isPasswordKept: true,
  caFile: null,
  certificateFile: null,
  keyFile: null,
}
const password = (): Promise<string> => Promise.resolve('pw')

describe('the queue of a customer', () => {
  it('contains the customer’s id wherever there is a placeholder (T37)', () => {
    expect(sourceOf(broker, 'c-1', password)).toMatchObject({
      hosts: [
        { host: 'c-1.mq.example', port: 5671 },
        { host: 'mq2.example', port: 5700 },
      ],
      virtualHost: 'c-1',
      queue: 'Parcels_c-1_c-1',
      username: 'desk',
    })
  })

  it('is connected to without TLS only where that was chosen', () => {
    const plain = sourceOf({ ...broker, usesTls: false }, 'c-1', password)
    expect(plain.hosts[0]?.port).toBe(5672)
    expect(plain.tls).toBeUndefined()
  })

  it('begins anew without TLS when the organisation allows or forbids that, and with TLS it stays', () => {
    const keys = (usesTls: boolean) =>
      [true, false].map((isAllowed) => connectionKey({ ...broker, usesTls }, isAllowed))
    expect(new Set(keys(false)).size).toBe(2)
    expect(new Set(keys(true)).size).toBe(1)
  })

  it('reads its certificates whenever it connects, and names a file that cannot be read then', async () => {
    const file = join(await tempFolder(), 'ca.pem')
    await writeFile(file, 'PEM')
    const { tls } = sourceOf({ ...broker, caFile: file, keyFile: file }, 'c', password)
    expect(await tls?.()).toEqual({ ca: 'PEM', key: 'PEM' })
    await rename(file, `${file}.away`)
    await expect(tls?.()).rejects.toMatchObject({
      failure: { tag: 'file-refused', path: file, reason: 'it is not there' },
    })
    await writeFile(file, 'renewed')
    expect(await tls?.()).toEqual({ ca: 'renewed', key: 'renewed' })
    expect(await sourceOf(broker, 'c', password).tls?.()).toEqual({})
  })

  it.each(['evil.example', 'a.evil.example:5671#', '..'])(
    'is refused where an id would turn its host into another: %s',
    (id) => {
      expect(() => sourceOf(broker, id, password)).toThrow(/cannot be part of a host name/)
    },
  )

  it('has one keychain entry, by what was entered, for all customers', () => {
    const hosts = [
      { host: '{customerId}.mq.example', port: 5671 },
      { host: 'mq2.example', port: 5700 },
    ]
    const account = { environment: 'test', username: 'desk', hosts, usesTls: true, virtualHost: '{customerId}' }
    expect(accountOf(broker, 'test')).toEqual(account)
  })
})

describe('a host of a broker', () => {
  it.each([
    ['mq.example', { host: 'mq.example', port: 5671 }],
    [' mq.example:5700 ', { host: 'mq.example', port: 5700 }],
    ['10.0.0.1:1', { host: '10.0.0.1', port: 1 }],
    ['[::1]', { host: '::1', port: 5671 }],
    ['[fe80::1]:5671', { host: 'fe80::1', port: 5671 }],
  ])('can be written as %s', (text, expected) => {
    expect(hostAndPort(text, true)).toEqual(expected)
  })

  it.each(['', ' ', 'amqp://mq.example', 'user:S3cret@mq.example', 'mq.example:0', 'mq.example:65536', 'a b', '::1'])(
    'cannot be written as %s, and no failure repeats it',
    (text) => {
      expect(() => hostAndPort(text, true)).toThrow(/^A host of the broker is not written as “host” or “host:port”\.$/)
    },
  )
})
