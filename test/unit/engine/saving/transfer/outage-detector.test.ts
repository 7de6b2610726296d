import { beforeEach, describe, expect, it } from 'vitest'
import type { Failure } from '../../../../../src/shared/errors/failure.ts'
import { createOutageDetector, type OutageDetector } from '../../../../../src/engine/saving/transfer/outage-detector.ts'
import { createManualClock, type ManualClock } from '../../../../support/manual-clock.ts'

const UNREACHABLE: Failure = { tag: 'service-unreachable', origin: 'http://127.0.0.1', reason: 'refused' }
const LOST: Failure = { tag: 'connection-lost', endpoint: 'document', reason: 'closed' }
const NO_PDF = { tag: 'not-a-whole-pdf', endpoint: 'document', reason: 'it has no end' } as const
const PORTAL = { ...NO_PDF, reason: 'it is a web page', said: 'Sign in', instead: 'page' } as const

describe('createOutageDetector', () => {
  let clock: ManualClock
  let line: OutageDetector
  beforeEach(() => {
    clock = createManualClock()
    line = createOutageDetector(clock)
  })

  const exhaust = (count: number, failure: Failure, pass = 1): boolean[] =>
    Array.from({ length: count }, () => line.noteGivenUp(failure, pass))

  it('reports the service as gone after ten exhausted documents in a row and twenty seconds of silence', async () => {
    expect(exhaust(9, UNREACHABLE)).not.toContain(true)
    await clock.advance(20_000)
    expect(exhaust(1, UNREACHABLE)).toEqual([true])
  })

  it('waits for a service that restarts, however many documents use up their attempts', async () => {
    await clock.advance(19_999)
    expect(exhaust(500, UNREACHABLE)).not.toContain(true)
  })

  it('starts over with every sign of life', async () => {
    await clock.advance(60_000)
    exhaust(9, LOST)
    line.noteAlive()
    await clock.advance(60_000)
    expect(exhaust(9, LOST)).not.toContain(true)
  })

  it('counts an answer that is not a PDF as a sign of life', async () => {
    await clock.advance(60_000)
    expect(exhaust(50, NO_PDF)).not.toContain(true)
    exhaust(9, LOST)
    exhaust(1, NO_PDF)
    await clock.advance(60_000)
    expect(exhaust(9, LOST)).not.toContain(true)
  })

  it('does not blame the service in the second pass, where only the difficult documents are left', async () => {
    await clock.advance(60_000)
    expect(exhaust(50, LOST, 2)).not.toContain(true)
  })

  describe('a page in place of documents', () => {
    const sees = (documentId: string, failure: typeof NO_PDF | typeof PORTAL = PORTAL, attempts = 0): boolean => {
      const isForeign = line.isForeignPage(failure, { documentId, attempts })
      if (!isForeign) line.noteFailedAttempt(failure)
      return isForeign
    }

    it('comes from somebody else once three documents in a row have the same, in both passes', () => {
      expect(['a', 'b', 'a', 'b'].map((id) => sees(id))).not.toContain(true)
      expect(sees('c')).toBe(true)
      expect(sees('a', PORTAL, 2)).toBe(true)
    })

    it('says nothing where a document came between them, or a damaged one, or another page', () => {
      sees('a')
      sees('b')
      line.noteAlive()
      expect(sees('c')).toBe(false)
      sees('d')
      expect(sees('x', NO_PDF)).toBe(false)
      expect(sees('e')).toBe(false)
      sees('f')
      expect(line.isForeignPage({ ...PORTAL, said: 'Down' }, { documentId: 'y', attempts: 0 })).toBe(false)
      expect(sees('g')).toBe(false)
    })

    it('is no sign of life', async () => {
      await clock.advance(20_000)
      exhaust(9, UNREACHABLE)
      sees('a')
      expect(exhaust(1, PORTAL)).toEqual([false])
      expect(exhaust(1, UNREACHABLE)).toEqual([true])
    })

    it('says nothing where only the second pass has it, in which the documents with pages of their own follow each other', () => {
      expect(['a', 'b', 'c', 'd'].map((id) => sees(id, PORTAL, 2))).not.toContain(true)
    })
  })

  it('knows at once that a service that cannot be reached is away, and after four failures in a row any other', () => {
    line.noteFailedAttempt(UNREACHABLE)
    expect(line.isAway()).toBe(true)
    line.noteAlive()
    expect(line.isAway()).toBe(false)
    for (let at = 0; at < 3; at += 1) line.noteFailedAttempt(LOST)
    expect(line.isAway()).toBe(false)
    line.noteFailedAttempt(LOST)
    expect(line.isAway()).toBe(true)
    line.noteFailedAttempt(NO_PDF)
    expect(line.isAway()).toBe(false)
  })

  it('stops a job of one document in the second pass, rather than call the document failed', () => {
    expect(exhaust(1, UNREACHABLE, 2)).toEqual([true])
    expect(exhaust(1, LOST, 2)).toEqual([false])
  })

  it('stops in the second pass too when no connection can be made at all', () => {
    expect(exhaust(10, UNREACHABLE, 2).at(-1)).toBe(true)
  })
})
