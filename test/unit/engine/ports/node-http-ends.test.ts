import { getEventListeners } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { inspect } from 'node:util'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { BodyReceiver, HttpPort } from '../../../../src/engine/ports/http.ts'
import { failureThrown } from '../../../support/failure-thrown.ts'
import { deadServer, get, MAX_BYTES, ok, openHttp, serve, serveText } from '../../../support/raw-http.ts'
import { httpText, type RawServer } from '../../../support/raw-server.ts'

describe('a receiver', () => {
  it('gets head and body in order, and can hold them back', async () => {
    const server = await serveText(ok('a'.repeat(300_000)))
    let bytes = 0
    let isBusy = false
    const receiver: BodyReceiver = {
      head: ({ status }) => expect([status, bytes]).toEqual([200, 0]),
      data: async (chunk) => {
        expect(isBusy).toBe(false)
        isBusy = true
        await delay(1)
        bytes += chunk.length
        isBusy = false
      },
    }
    await openHttp().stream(get(server.url), receiver)
    expect(bytes).toBe(300_000)
  })

  it('that holds back the last bytes of a closing connection still gets them all', async () => {
    const server = await serve((socket) => {
      socket.end(httpText('200 OK', { 'content-length': '5', connection: 'close' }, 'hello'))
    })
    let isWritten = false
    const receiver: BodyReceiver = {
      head: () => undefined,
      data: () => delay(80).then(() => void (isWritten = true)),
    }
    await openHttp().stream(get(server.url), receiver)
    expect(isWritten).toBe(true)
  })

  it('ends the request with its own error, from head, chunk or promise, untranslated', async () => {
    const server = await serveText(ok('hello'))
    const full = Object.assign(new Error('no space'), { code: 'ENOSPC' })
    const fail = (): never => {
      throw full
    }
    const receivers: BodyReceiver[] = [
      { head: fail, data: () => undefined },
      { head: () => undefined, data: fail },
      { head: () => undefined, data: () => Promise.reject(full) },
    ]
    for (const receiver of receivers) {
      await expect(openHttp().stream(get(server.url), receiver)).rejects.toBe(full)
    }
  })
})

describe('an abort', () => {
  it('while the receiver holds back what came leaves no timer behind, which would keep the program from ending', async () => {
    const idleMs = 3_599_999
    const server = await serveText(httpText('200 OK', { 'content-length': '100' }, 'half'))
    const held = Promise.withResolvers<void>()
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const controller = new AbortController()
    onTestFinished(() => {
      timers.mockRestore()
    })
    const receiver: BodyReceiver = {
      head: () => undefined,
      data: () => {
        controller.abort()
        return held.promise
      },
    }
    expect(await failureThrown(openHttp({ idleMs }).stream(get(server.url), receiver, controller.signal))).toEqual({
      tag: 'interrupted',
    })
    timers.mockClear()
    held.resolve()
    await delay(1)
    expect(timers.mock.calls.filter(([, ms]) => ms === idleMs)).toEqual([])
  })

  /** Longer than any test may take. */
  const ENDLESS = { connectMs: 3_600_000, answerMs: 3_600_000, idleMs: 3_600_000 }
  const whenAborted = async (server: RawServer, prepare: (port: HttpPort) => void = () => undefined): Promise<void> => {
    const port = openHttp(ENDLESS, undefined, { connections: 1 })
    prepare(port)
    const controller = new AbortController()
    const work = failureThrown(port.request(get(server.url), MAX_BYTES, controller.signal))
    await delay(50)
    controller.abort()
    expect(await work).toEqual({ tag: 'interrupted' })
  }

  it('ends a request that waits for its answer', async () => {
    await whenAborted(await serve(() => undefined))
  })

  it('ends a request in the middle of its body', async () => {
    await whenAborted(await serveText(httpText('200 OK', { 'content-length': '100' }, 'half')))
  })

  it('ends a request that waits for a free connection', async () => {
    const server = await serve(() => undefined)
    await whenAborted(server, (port) => {
      port.request(get(server.url), MAX_BYTES).catch(() => undefined)
    })
  })

  it('before the request lets nothing be sent', async () => {
    const server = await serveText(ok(''))
    const failure = await failureThrown(openHttp().request(get(server.url), MAX_BYTES, AbortSignal.abort()))
    expect(failure).toEqual({ tag: 'interrupted' })
    expect(server.received).toEqual([])
  })

  it('leaves no listener behind on a signal that serves many requests', async () => {
    const server = await serveText(ok(''))
    const { signal } = new AbortController()
    const port = openHttp()
    for (let sent = 0; sent < 5; sent += 1) await port.request(get(server.url), MAX_BYTES, signal)
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })
})

describe('a closed client', () => {
  it('ends running and later requests with interrupted', async () => {
    const server = await serve(() => undefined)
    const port = openHttp()
    const work = failureThrown(port.request(get(server.url), MAX_BYTES))
    await delay(30)
    port.close()
    expect(await work).toEqual({ tag: 'interrupted' })
    expect(await failureThrown(port.request(get(server.url), MAX_BYTES))).toEqual({ tag: 'interrupted' })
  })
})

describe('a failure', () => {
  it('never contains a header of the request, not even in its cause', async () => {
    const refused = await deadServer()
    const reset = await serve((socket) => void socket.resetAndDestroy())
    for (const { url } of [refused, reset]) {
      const thrown: unknown = await openHttp()
        .request(get(url, { authorization: 'Bearer CANARY-7', password: 'CANARY-8' }), MAX_BYTES)
        .catch((reason: unknown) => reason)
      expect(inspect(thrown, { depth: 9, showHidden: true })).not.toContain('CANARY')
    }
  })
})
