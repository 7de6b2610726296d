import { describe, expect, it } from 'vitest'
import { createClockWatch } from '../../../../src/engine/exchange/clock-watch.ts'
import type { HttpAnswer, HttpPort } from '../../../../src/engine/ports/http.ts'
import type { Problem } from '../../../../src/shared/model/parcel-set.ts'

const SENT_MS = Date.parse('2026-11-20T10:00:00Z')
const MINUTE_MS = 60_000

/** What is told of answers that each came after a minute, with these headers. */
async function told(...answers: HttpAnswer['headers'][]): Promise<{ notices: Problem[]; aheadMs: number[] }> {
  const notices: Problem[] = []
  let nowMs = SENT_MS
  let given: HttpAnswer['headers'] = {}
  const watch = createClockWatch({ now: () => new Date(nowMs) }, (notice) => notices.push(notice))
  const http: HttpPort = {
    request: () => {
      nowMs += MINUTE_MS
      return Promise.resolve({ status: 200, headers: given, body: Buffer.alloc(0) })
    },
    stream: () => Promise.reject(new Error('nothing is streamed')),
    close: () => undefined,
  }
  const request = { method: 'GET', url: new URL('https://exchange.example/v3'), endpoint: 'it', headers: {} } as const
  const watched = watch.watch(http)
  for (given of answers) {
    nowMs = SENT_MS
    await watched.request(request, 100)
  }
  return { notices, aheadMs: watch.differences().map(({ aheadMs }) => aheadMs) }
}

const dated = (afterMs: number): HttpAnswer['headers'] => ({ date: new Date(SENT_MS + afterMs).toUTCString() })

describe('the clock of a service', () => {
  it('is that of this computer where it dates an answer between question and answer, and up to five minutes around', async () => {
    expect(await told(dated(0))).toEqual({ notices: [], aheadMs: [0] })
    expect(await told(dated(MINUTE_MS))).toEqual({ notices: [], aheadMs: [0] })
    expect(await told(dated(-5 * MINUTE_MS))).toEqual({ notices: [], aheadMs: [5 * MINUTE_MS] })
    expect(await told(dated(6 * MINUTE_MS))).toEqual({ notices: [], aheadMs: [-5 * MINUTE_MS] })
  })

  it('is told once where it differs by more, with the direction', async () => {
    const hour = 60 * MINUTE_MS
    const { notices } = await told(dated(-hour), dated(-2 * hour))
    expect(notices).toEqual([
      {
        where: 'Clock',
        message: expect.stringMatching(/^The clock of this computer is 1 h ahead of that of exchange\.example\. /),
      },
    ])
    expect((await told(dated(49 * hour))).notices).toMatchObject([
      { message: expect.stringContaining('is 2 d 1 h behind that') },
    ])
  })

  it('is not read from a cache, nor from what is no date', async () => {
    const cached = { ...dated(-60 * MINUTE_MS), age: '3600' }
    expect(await told(cached, {}, { date: 'yesterday' })).toEqual({ notices: [], aheadMs: [] })
  })
})
