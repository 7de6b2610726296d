import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { holdPort } from '../../support/hold-port.ts'
import { listenHere } from '../../support/listen-here.ts'

describe('a held port', () => {
  it('refuses connections, and its owner can listen on it again', async () => {
    const server = createServer((socket) => socket.end('hello'))
    const port = await listenHere(server)
    server.close()
    const held = await holdPort(port)
    const [refused] = await once(connect(port, '127.0.0.1'), 'error')
    expect(refused).toMatchObject({ code: 'ECONNREFUSED' })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    held.release()
    const [said] = await once(connect(port, '127.0.0.1').setEncoding('utf8'), 'data')
    expect(said).toBe('hello')
    server.close()
  })
})
