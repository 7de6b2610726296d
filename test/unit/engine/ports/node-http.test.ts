import { getDefaultAutoSelectFamilyAttemptTimeout, type Socket } from 'node:net'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { setTimeout as delay } from 'node:timers/promises'
import type { BodyReceiver } from '../../../../src/engine/ports/http.ts'
import { failureThrown } from '../../../support/failure-thrown.ts'
import { deadServer, get, MAX_BYTES, ok, openHttp, serve, serveText } from '../../../support/raw-http.ts'
import { httpText } from '../../../support/raw-server.ts'

describe('an answer', () => {
  it('comes with status, headers in lower case and the whole body', async () => {
    const server = await serveText(
      httpText('418 Teapot', { 'Content-Length': '5', 'X-Twice': 'one', 'x-twice': 'two' }, 'hello'),
    )
    const answer = await openHttp().request(get(server.url), MAX_BYTES)
    expect(answer).toMatchObject({ status: 418, headers: { 'content-length': '5', 'x-twice': 'one, two' } })
    expect(answer.body.toString()).toBe('hello')
  })

  it('is requested uncompressed, so that its bytes can be counted against its length (T22)', async () => {
    const server = await serveText(ok(''))
    await openHttp().request(get(server.url), MAX_BYTES)
    expect(server.received[0]).toMatch(/accept-encoding: identity\r\n/i)
  })

  it('that is a redirect is not followed, so that no header goes to another address (T29)', async () => {
    const other = await serveText(ok('stolen'))
    const server = await serveText(httpText('302 Found', { location: other.url, 'content-length': '0' }))
    const answer = await openHttp().request(get(server.url, { authorization: 'Basic secret' }), MAX_BYTES)
    expect(answer).toMatchObject({ status: 302, headers: { location: other.url } })
    expect(other.received).toEqual([])
  })

  it('is dropped once it exceeds the limit, before all of it is in memory', async () => {
    let sent = 0
    const server = await serve((socket) => {
      socket.write(httpText('200 OK', {}))
      const send = (): void => {
        for (let piece = 0; piece < 64 && socket.writable; piece += 1) {
          sent += 65_536
          if (!socket.write(Buffer.alloc(65_536, 'x'))) {
            socket.once('drain', send)
            return
          }
        }
      }
      send()
    })
    const failure = await failureThrown(openHttp().request(get(server.url), 100_000))
    expect(failure).toEqual({
      tag: 'unreadable-answer',
      endpoint: 'the test',
      reason: 'it is larger than 100000 bytes',
    })
    expect(sent).toBeLessThan(20_000_000)
  })

  it('that ends early is never taken for a complete one', async () => {
    const cut = await serve((socket) => void socket.end(httpText('200 OK', { 'content-length': '100' }, 'half')))
    const cutChunk = await serve((socket) => {
      socket.end(httpText('200 OK', { 'transfer-encoding': 'chunked' }, '5\r\nhello\r\n'))
    })
    for (const server of [cut, cutChunk]) {
      const failure = await failureThrown(openHttp().request(get(server.url), MAX_BYTES))
      expect(failure).toMatchObject({ tag: 'connection-lost', endpoint: 'the test' })
    }
  })

  it('that is not HTTP is reported as such', async () => {
    const server = await serveText('220 mail.example ESMTP ready\r\n')
    const failure = await failureThrown(openHttp().request(get(server.url), MAX_BYTES))
    expect(failure).toMatchObject({ tag: 'connection-lost', reason: 'what came is not HTTP' })
  })

  it('that switches to another protocol is a failure instead of an endless wait', async () => {
    const server = await serveText(httpText('101 Switching Protocols', { upgrade: 'websocket', connection: 'upgrade' }))
    const failure = await failureThrown(openHttp().request(get(server.url), MAX_BYTES))
    expect(failure.tag).toBe('connection-lost')
  })

  it('with endless headers is refused', async () => {
    const server = await serve((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      for (let line = 0; line < 2_000; line += 1) socket.write(`x-${line}: ${'y'.repeat(100)}\r\n`)
    })
    const failure = await failureThrown(openHttp().request(get(server.url), MAX_BYTES))
    expect(failure).toMatchObject({ tag: 'unreadable-answer', reason: 'its headers are longer than 64 kB' })
  })

  it('with the headers of a firewall’s cookies is read', async () => {
    const headers = { 'set-cookie': `session=${'x'.repeat(40_000)}`, 'content-length': '5' }
    const server = await serveText(httpText('200 OK', headers, 'hello'))
    expect((await openHttp().request(get(server.url), MAX_BYTES)).body.toString()).toBe('hello')
  })

  it.each([
    [
      'folds a header line',
      { 'x-note': 'one\r\n two', 'content-length': '5' },
      'Unexpected whitespace after header value',
    ],
    ['states its length twice', { 'content-length': '5\r\ncontent-length: 5' }, 'Duplicate Content-Length'],
    ['has a header without a colon', { 'content-length': '5\r\nno colon' }, 'Invalid header token'],
  ])('whose head %s is said to break the rules, which trying again would not change', async (_what, headers, words) => {
    const server = await serveText(httpText('200 OK', headers, 'hello'))
    const failure = await failureThrown(openHttp().request(get(server.url), MAX_BYTES))
    expect(failure).toEqual({
      tag: 'unreadable-answer',
      endpoint: 'the test',
      reason: `it breaks the rules of HTTP: “${words}”`,
    })
  })

  it('whose body breaks the rules may have been spoiled on its way, so that trying again may help', async () => {
    const server = await serveText(httpText('200 OK', { 'transfer-encoding': 'chunked' }, '5\r\nhello\r\nzz\r\n'))
    const failure = await failureThrown(openHttp().request(get(server.url), MAX_BYTES))
    expect(failure).toMatchObject({
      tag: 'connection-lost',
      reason: 'it breaks the rules of HTTP: “Invalid character in chunk size”',
    })
  })

  it.each([{}, { connection: 'close' }])('that is whole is read, whatever comes after it: %j', async (headers) => {
    const server = await serveText(httpText('200 OK', { 'content-length': '5', ...headers }, 'hello and junk'))
    expect((await openHttp().request(get(server.url), MAX_BYTES)).body.toString()).toBe('hello')
  })
})

describe('a body that came compressed, although it was asked for as it is', () => {
  const text = 'a document of some length, '.repeat(20_000)
  const packed: [coding: string, body: Buffer][] = [
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['gzip, br', brotliCompressSync(gzipSync(text))],
    ['deflate, br', brotliCompressSync(deflateSync(text))],
  ]
  const serveBytes = (head: Record<string, string>, body: Buffer) =>
    serve((socket) => {
      socket.write(httpText('200 OK', head))
      // Cut anywhere, as the network does.
      for (let at = 0; at < body.length; at += 100) socket.write(body.subarray(at, at + 100))
      if (head['content-length'] === undefined) socket.end()
    })
  const bodyAt = async (url: string): Promise<string> => (await openHttp().request(get(url), MAX_BYTES)).body.toString()

  it.each(packed)('by %s is as it was before, with a length that is right', async (coding, body) => {
    const server = await serveBytes({ 'content-encoding': coding, 'content-length': `${body.length}` }, body)
    const { headers, body: read } = await openHttp().request(get(server.url), MAX_BYTES)
    expect(read.toString() === text).toBe(true)
    expect(headers).not.toHaveProperty('content-length')
    expect(headers).not.toHaveProperty('content-encoding')
  })

  it.each(packed)('by %s and cut is never taken for a whole one', async (coding, body) => {
    const cut = body.subarray(0, -5)
    const atItsLength = await serveBytes({ 'content-encoding': coding, 'content-length': `${cut.length}` }, cut)
    const withoutLength = await serveBytes({ 'content-encoding': coding, connection: 'close' }, cut)
    for (const server of [atItsLength, withoutLength]) {
      expect(await failureThrown(bodyAt(server.url))).toEqual({
        tag: 'connection-lost',
        endpoint: 'the test',
        reason: `it came compressed (${coding.split(', ').toReversed().join(', ')}) and ends too early`,
      })
    }
  })

  it('and has another length than announced is lost', async () => {
    const body = gzipSync(text)
    const server = await serve((socket) => {
      socket.write(httpText('200 OK', { 'content-encoding': 'gzip', 'content-length': `${body.length + 1}` }))
      socket.end(body)
    })
    expect(await failureThrown(bodyAt(server.url))).toMatchObject({
      tag: 'connection-lost',
      reason: 'the other side closed it',
    })
  })

  it('for its transfer alone is unpacked too', async () => {
    const body = gzipSync(text)
    const chunked = Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')])
    const server = await serveBytes({ 'transfer-encoding': 'gzip, chunked', 'x-end': 'kept open' }, chunked)
    expect((await bodyAt(server.url)) === text).toBe(true)
  })

  it.each(['UTF-8', 'identity', 'none', 'binary', 'constructor'])(
    'by “%s”, which is no coding, is read as it is',
    async (coding) => {
      const server = await serveText(httpText('200 OK', { 'content-encoding': coding, 'content-length': '5' }, 'hello'))
      const { headers, body } = await openHttp().request(get(server.url), MAX_BYTES)
      expect([body.toString(), headers['content-length']]).toEqual(['hello', '5'])
      expect(headers).not.toHaveProperty('content-encoding')
    },
  )

  it('by a coding that nothing here undoes is said to be so', async () => {
    const head = { 'content-encoding': 'compress', 'content-length': '5' }
    const server = await serveText(httpText('200 OK', head, 'hello'))
    expect(await failureThrown(bodyAt(server.url))).toMatchObject({
      tag: 'unreadable-answer',
      reason: 'it came encoded (compress), which Parcel Desk cannot undo',
    })
  })

  it('may be empty, as that of a refusal', async () => {
    for (const head of [{ 'content-length': '0' }, { connection: 'close' }]) {
      const server = await serve((socket) => {
        socket.write(httpText('401 No', { 'content-encoding': 'gzip', ...head }))
        socket.end()
      })
      expect(await openHttp().request(get(server.url), MAX_BYTES)).toMatchObject({ status: 401 })
    }
  })

  it('and would fill the memory is given up at the limit', async () => {
    const body = gzipSync(Buffer.alloc(50_000_000))
    const server = await serveBytes({ 'content-encoding': 'gzip', 'content-length': `${body.length}` }, body)
    expect(await failureThrown(bodyAt(server.url))).toMatchObject({
      tag: 'unreadable-answer',
      reason: `it is larger than ${MAX_BYTES} bytes`,
    })
  })

  it('waits while its receiver is busy, and loses nothing', async () => {
    const body = gzipSync(text)
    const server = await serveBytes({ 'content-encoding': 'gzip', 'content-length': `${body.length}` }, body)
    const chunks: Buffer[] = []
    const receiver: BodyReceiver = {
      head: () => undefined,
      data: (chunk) => delay(1).then(() => void chunks.push(chunk)),
    }
    await openHttp().stream(get(server.url), receiver)
    expect(Buffer.concat(chunks).toString() === text).toBe(true)
  })
})

describe('a name with several addresses', () => {
  it('has more for each than a round trip by satellite, and for two of them less than the whole time', () => {
    openHttp()
    expect(getDefaultAutoSelectFamilyAttemptTimeout()).toBeGreaterThanOrEqual(2_000)
    expect(getDefaultAutoSelectFamilyAttemptTimeout()).toBeLessThan(5_000)
  })
})

describe('silence', () => {
  it('before the answer ends the request and says what it waited for', async () => {
    const server = await serve(() => undefined)
    const failure = await failureThrown(openHttp({ answerMs: 80 }).request(get(server.url), MAX_BYTES))
    expect(failure).toEqual({ tag: 'timed-out', endpoint: 'the test', waitedFor: 'answer', timeoutMs: 80 })
  })

  it('on a reused connection counts as silence before the answer too', async () => {
    const server = await serve((socket, received) => {
      if (received.split('GET ').length === 2) socket.write(ok('once'))
    })
    const port = openHttp({ answerMs: 80 })
    await port.request(get(server.url), MAX_BYTES)
    const failure = await failureThrown(port.request(get(server.url), MAX_BYTES))
    expect(failure).toMatchObject({ tag: 'timed-out', waitedFor: 'answer', timeoutMs: 80 })
    expect(server.received).toHaveLength(1)
  })

  it('in the middle of a body ends the request', async () => {
    const server = await serveText(httpText('200 OK', { 'content-length': '100' }, 'half'))
    const failure = await failureThrown(openHttp({ idleMs: 80 }).request(get(server.url), MAX_BYTES))
    expect(failure).toEqual({ tag: 'timed-out', endpoint: 'the test', waitedFor: 'more bytes', timeoutMs: 80 })
  })

  it('does not end a body that comes slowly but steadily', async () => {
    const server = await serve((socket) => {
      socket.write(httpText('200 OK', { 'content-length': '8' }))
      const timer = setInterval(() => socket.write('x'), 30)
      onTestFinished(() => clearInterval(timer))
    })
    const { body } = await openHttp({ idleMs: 200 }).request(get(server.url), MAX_BYTES)
    expect(body.toString()).toBe('xxxxxxxx')
  })

  it('does not end a body of which more came while this computer was busy', async () => {
    const sockets: Socket[] = []
    const server = await serve((socket) => {
      sockets.push(socket)
      socket.write(httpText('200 OK', { 'content-length': '9' }, 'first'))
    })
    let body = ''
    const receiver: BodyReceiver = {
      head: () => undefined,
      data: (bytes) => {
        const isFirst = body === ''
        body += bytes.toString()
        if (!isFirst) return undefined
        // Behind the reading of sockets: timers are next.
        setImmediate(() => {
          sockets[0]?.write('more')
          const busyUntil = performance.now() + 150
          while (performance.now() < busyUntil);
        })
        return undefined
      },
    }
    await openHttp({ idleMs: 100 }).stream(get(server.url), receiver)
    expect(body).toBe('firstmore')
  })

  it('is not blamed on the service while the receiver holds the body back', async () => {
    const server = await serve((socket) => {
      socket.write(httpText('200 OK', { 'content-length': '10' }, 'first'))
      setTimeout(() => socket.write('later'), 150)
    })
    const receiver: BodyReceiver = { head: () => undefined, data: () => delay(200) }
    await expect(openHttp({ idleMs: 60 }).stream(get(server.url), receiver)).resolves.toBeUndefined()
  })

  it('does not count while a request waits for a free connection', async () => {
    const port = openHttp({ answerMs: 600 }, undefined, { connections: 1 })
    const server = await serve((socket) => void setTimeout(() => socket.write(ok('done')), 250))
    const requests = Array.from({ length: 4 }, () => port.request(get(server.url), MAX_BYTES))
    expect((await Promise.all(requests)).map(({ body }) => body.toString())).toEqual(Array(4).fill('done'))
    expect(server.received).toHaveLength(1)
  })
})

describe('a connection', () => {
  it('that is refused is reported as such', async () => {
    const server = await deadServer()
    const failure = await failureThrown(openHttp().request(get(server.url), MAX_BYTES))
    expect(failure).toEqual({ tag: 'service-unreachable', origin: server.url, reason: 'the connection was refused' })
  })

  it('that is refused on every address of a name is reported as such', async () => {
    const server = await deadServer()
    const failure = await failureThrown(openHttp().request(get(`http://localhost:${server.port}`), MAX_BYTES))
    expect(failure).toMatchObject({ tag: 'service-unreachable', reason: 'the connection was refused' })
  })

  it('to an unknown name is reported as such', async () => {
    const failure = await failureThrown(
      openHttp({ connectMs: 8_000 }).request(get('http://parcel-desk.invalid/'), MAX_BYTES),
    )
    expect(failure).toMatchObject({ tag: 'service-unreachable', origin: 'http://parcel-desk.invalid' })
    expect(failure).toHaveProperty('reason', expect.stringMatching(/name/))
  })

  it('that is reset before the answer counts as lost', async () => {
    const server = await serve((socket) => void socket.resetAndDestroy())
    const failure = await failureThrown(openHttp().request(get(server.url), MAX_BYTES))
    expect(failure).toEqual({ tag: 'connection-lost', endpoint: 'the test', reason: 'the other side closed it' })
  })

  it('that is closed silently counts as lost', async () => {
    const server = await serve((socket) => void socket.end())
    const failure = await failureThrown(openHttp().request(get(server.url), MAX_BYTES))
    expect(failure).toMatchObject({ tag: 'connection-lost', reason: 'the other side closed it' })
  })

  it('that is reset in the middle of the body counts as lost', async () => {
    const server = await serve((socket) => {
      socket.write(httpText('200 OK', { 'content-length': '100' }, 'half'), () => {
        setTimeout(() => socket.resetAndDestroy(), 20)
      })
    })
    const failure = await failureThrown(openHttp().request(get(server.url), MAX_BYTES))
    expect(failure).toMatchObject({ tag: 'connection-lost', endpoint: 'the test' })
  })

  it('is kept for the next request', async () => {
    const port = openHttp()
    const server = await serveText(ok('again'))
    for (let sent = 0; sent < 3; sent += 1) await port.request(get(server.url), MAX_BYTES)
    expect(server.received).toHaveLength(1)
  })

  it('is limited to the configured number', async () => {
    const port = openHttp({}, undefined, { connections: 3 })
    const server = await serve((socket) => void setTimeout(() => socket.write(ok('')), 30))
    await Promise.all(Array.from({ length: 9 }, () => port.request(get(server.url), MAX_BYTES)))
    expect(server.received).toHaveLength(3)
  })
})
