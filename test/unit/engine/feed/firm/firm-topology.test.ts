import { describe, expect, it } from 'vitest'
import { firmTopology } from '../../../../../src/engine/feed/firm/firm-topology.ts'

const CUSTOMERS = ['5C0F2A34-9F0E-4C55-8A51-0D2F6F1F7B10', 'c0000000-0000-4000-8000-000000000001']
const REQUEST = { customerIds: CUSTOMERS, virtualHost: 'the parcels', exchange: 'parcel.status', retention: '30D' }

describe('the Shovels of a firm', () => {
  const shovels = CUSTOMERS.map((customerId) => ({
    customerId,
    uri: `amqps://ops@mq.example/${customerId}`,
    queue: 'q',
  }))

  it('publish each to the stream of its customer, which a broker that starts knows later than its bindings', () => {
    expect(firmTopology({ ...REQUEST, shovels })).toMatchObject({
      parameters: CUSTOMERS.map((customerId) => ({
        component: 'shovel',
        vhost: 'the parcels',
        name: `parcel-status ${customerId.toLowerCase()}`,
        value: {
          'src-uri': `amqps://ops@mq.example/${customerId}`,
          'src-queue': 'q',
          'dest-uri': 'amqp:///the%20parcels',
          'dest-queue': `parcel.${customerId.toLowerCase()}`,
          'dest-queue-args': { 'x-queue-type': 'stream' },
          'ack-mode': 'on-confirm',
        },
      })),
    })
  })

  it('name no exchange, which RabbitMQ refuses beside a queue', () => {
    expect(JSON.stringify(firmTopology({ ...REQUEST, shovels }))).not.toContain('dest-exchange')
  })

  it('are left out where a collector takes the messages', () => {
    expect(firmTopology(REQUEST)).not.toHaveProperty('parameters')
  })
})
