import { describe, expect, it } from 'vitest'
import { badUsage, failureOf } from '../../../../src/shared/errors/app-error.ts'
import { describeFailure } from '../../../../src/shared/errors/failure-texts.ts'
import type { Failure, FailureTag } from '../../../../src/shared/errors/failure.ts'

const endpoint = 'the search'
const reason = 'it ended early'

/** One of each; the compiler requires one for every new tag. */
const SAMPLES: { [Tag in FailureTag]: Extract<Failure, { tag: Tag }> } = {
  'bad-usage': { tag: 'bad-usage', message: 'The name is empty.' },
  'sign-in-refused': { tag: 'sign-in-refused', username: 'ops', origin: 'https://exchange.example', said: 'no' },
  'no-credentials': { tag: 'no-credentials', what: 'There is no saved account.' },
  'keychain-unavailable': { tag: 'keychain-unavailable', reason },
  'token-refused': { tag: 'token-refused', endpoint },
  'service-unreachable': { tag: 'service-unreachable', origin: 'https://exchange.example', reason },
  'tls-untrusted': { tag: 'tls-untrusted', origin: 'https://exchange.example', reason },
  'proxy-login': { tag: 'proxy-login', proxy: 'proxy.example:8080', hasRefused: false },
  'proxy-refused': { tag: 'proxy-refused', proxy: 'proxy.example:8080', reason, next: 'Ask your IT department.' },
  'timed-out': { tag: 'timed-out', endpoint, waitedFor: 'answer', timeoutMs: 30_000 },
  'connection-lost': { tag: 'connection-lost', endpoint, reason },
  'service-failing': { tag: 'service-failing', endpoint, status: 503 },
  'request-refused': { tag: 'request-refused', endpoint, status: 400 },
  'access-denied': { tag: 'access-denied', endpoint },
  'not-found': { tag: 'not-found', endpoint },
  redirected: { tag: 'redirected', endpoint, to: 'https://elsewhere.example' },
  'unreadable-answer': { tag: 'unreadable-answer', endpoint, reason },
  'not-a-whole-pdf': { tag: 'not-a-whole-pdf', endpoint, reason },
  'document-too-large': { tag: 'document-too-large', endpoint: 'document “A”', limitBytes: 1_000_000, use: 'save' },
  'documents-not-listed': { tag: 'documents-not-listed', set: 'PRC-1' },
  'nothing-matched': { tag: 'nothing-matched', what: 'no set fits' },
  'some-not-saved': { tag: 'some-not-saved', failed: 1, planned: 2 },
  'signed-changed': { tag: 'signed-changed', folder: '/archive', documents: 2 },
  'folder-differs': { tag: 'folder-differs', folder: '/archive', missing: 1, changed: 0, extra: 0, unreadable: 0 },
  'documents-differ': { tag: 'documents-differ', summary: '3 words differ on page 2.' },
  incomplete: { tag: 'incomplete', what: 'All were saved', missing: 'one was not listed' },
  'stopped-early': { tag: 'stopped-early', reason: 'The time was up', pending: 3 },
  'disk-full': { tag: 'disk-full', folder: '/archive' },
  'folder-not-writable': { tag: 'folder-not-writable', folder: '/archive', reason },
  'folder-gone': { tag: 'folder-gone', folder: '/archive' },
  'folder-refused': { tag: 'folder-refused', folder: '/archive', reason },
  'path-too-long': { tag: 'path-too-long', path: '/archive/long', limit: 260 },
  'file-exists': { tag: 'file-exists', path: '/archive/a.pdf' },
  'file-held': { tag: 'file-held', path: '/archive/a.pdf' },
  'file-refused': { tag: 'file-refused', path: '/archive/a.pdf', reason },
  'storage-failed': { tag: 'storage-failed', file: 'ledger.sqlite', reason },
  locked: { tag: 'locked', dataDir: '/data', holder: 'process 12' },
  'broker-refused': { tag: 'broker-refused', username: 'ops', broker: 'mq.example:5671', said: 'no' },
  'virtual-host-refused': { tag: 'virtual-host-refused', virtualHost: 'parcels', broker: 'mq.example:5671' },
  'queue-missing': { tag: 'queue-missing', queue: 'parcels', broker: 'mq.example:5671' },
  'queue-refused': { tag: 'queue-refused', queue: 'parcels', broker: 'mq.example:5671', said: 'no' },
  'queue-held': { tag: 'queue-held', queue: 'parcels', broker: 'mq.example:5671' },
  'not-a-stream': { tag: 'not-a-stream', queue: 'parcel.x', broker: 'mq.firm.example:5671' },
  'exchange-missing': { tag: 'exchange-missing', exchange: 'parcel.status', broker: 'mq.firm.example:5671' },
  'exchange-refused': {
    tag: 'exchange-refused',
    exchange: 'parcel.status',
    broker: 'mq.firm.example:5671',
    said: 'ACCESS_REFUSED',
  },
  'not-published': {
    tag: 'not-published',
    exchange: 'parcel.status',
    broker: 'mq.firm.example:5671',
    reason: 'it confirmed nothing for 15 seconds',
  },
  'queue-cancelled': { tag: 'queue-cancelled', queue: 'parcels', broker: 'mq.example:5671' },
  'set-by-organisation': { tag: 'set-by-organisation', what: 'Saving into /tmp', by: 'your organisation, in /etc/x' },
  'queue-forbidden': { tag: 'queue-forbidden', by: 'the policy of your organisation' },
  interrupted: { tag: 'interrupted', job: '20260204T0819-0a1b2c3d' },
  internal: { tag: 'internal', reference: '0a1b2c3d' },
}
const samples = Object.values(SAMPLES)

/** Options, variables and the program's name, which mean something only at a command line. */
const COMMAND_LINE_WORDS = /--[a-z]|PARCEL_DESK|parcel-desk|\bcommand\b|\brun the\b/i

describe('describeFailure', () => {
  it.each(samples)('never mentions options or commands at the desk: $tag', (failure) => {
    const { message, next } = describeFailure(failure, 'desk')
    expect(`${message} ${next}`).not.toMatch(COMMAND_LINE_WORDS)
  })

  it.each(samples)('gives whole sentences without exclamation marks, for both readers: $tag', (failure) => {
    for (const { message, next } of [describeFailure(failure, 'desk'), describeFailure(failure, 'terminal')]) {
      expect(next).toMatch(/^[A-Z“].*\.$/s)
      expect(message + next).not.toContain('!')
    }
  })

  it.each(samples)('gives every reader the same message: $tag', (failure) => {
    const [desk, terminal] = [describeFailure(failure, 'desk'), describeFailure(failure, 'terminal')]
    expect([desk.tag, desk.message]).toEqual([terminal.tag, terminal.message])
  })

  it('takes advice for each reader from where the failure was thrown', () => {
    const failure = failureOf(badUsage('It has no name.', { terminal: 'Give one with --name.', desk: 'Give it one.' }))
    const told = failure ?? expect.unreachable()
    expect(describeFailure(told, 'desk').next).toBe('Give it one.')
    expect(describeFailure(told).next).toBe('Give one with --name.')
  })
})
