import { describe, expect, it } from 'vitest'
import { checkSummary } from '../../../../src/renderer/settings/feed/ChecksSection.tsx'
import { moveRule, withRule } from '../../../../src/renderer/settings/feed/alerts/AlertRules.tsx'
import { actingRuleWords, alertRuleWords } from '../../../../src/renderer/settings/feed/feed-words.ts'
import {
  type Broker,
  brokerInput,
  firstForm,
  formProblems,
  isOnThisComputer,
  isPasswordKnown,
} from '../../../../src/renderer/settings/feed/queues/broker-form.ts'
import { ruleProblems } from '../../../../src/renderer/settings/feed/rules/rule-form.ts'

const filled = {
  ...firstForm(undefined),
  hosts: 'a.example, b.example:5671',
  queue: 'Q',
  username: 'desk',
  password: 'x',
}

describe('the form of a queue connection', () => {
  it('encrypts from the start, and asks for what cannot be guessed', () => {
    expect(firstForm(undefined)).toMatchObject({ usesTls: true, heartbeatSeconds: '10', prefetch: '2000' })
    expect(Object.keys(formProblems(firstForm(undefined), false))).toEqual(['hosts', 'queue', 'username', 'password'])
    expect(formProblems(filled, false)).toEqual({})
  })

  it('accepts hosts separated by commas, blanks or both', () => {
    expect(brokerInput(filled, null).hosts).toEqual(['a.example', 'b.example:5671'])
  })

  it('keeps the known password while none is typed', () => {
    expect(formProblems({ ...filled, password: '' }, true)).toEqual({})
    expect(brokerInput({ ...filled, password: '' }, 'broker').password).toBeNull()
  })

  it('does not reuse a password for another host, user or virtual host, or without encryption', () => {
    const broker: Broker = {
      brokerId: 'b',
      kind: 'queue',
      name: 'B',
      hosts: ['a.example', 'b.example'],
      usesTls: true,
      virtualHost: '/',
      queue: 'Q',
      username: 'desk',
      heartbeatSeconds: 15,
      prefetch: 100,
      password: 'kept',
      caFileName: null,
      certificateFileName: null,
      keyFileName: null,
    }
    const form = firstForm(broker)
    expect(isPasswordKnown({ ...form, hosts: 'B.example, a.example', queue: 'other' }, broker)).toBe(true)
    expect(isPasswordKnown(form, { ...broker, password: 'none' })).toBe(false)
    for (const change of [
      { hosts: 'a.example' },
      { hosts: 'a.example, b.example, evil.example' },
      { usesTls: false },
      { username: 'other' },
      { virtualHost: 'other' },
    ]) {
      expect(isPasswordKnown({ ...form, ...change }, broker)).toBe(false)
    }
  })

  it.each([
    [['127.0.0.1:5672', 'localhost', '[::1]:5672'], true],
    [['127.0.0.1', 'mq.example'], false],
    [['localhost.evil.example'], false],
    [['127.0.0.1.evil.example:5672'], false],
    [[], false],
  ])('warns of plain text only where it crosses a network: %j', (hosts, isLocal) => {
    expect(isOnThisComputer(hosts)).toBe(isLocal)
  })

  it('refuses heartbeat and prefetch values that the main process would refuse', () => {
    expect(formProblems({ ...filled, heartbeatSeconds: '4', prefetch: '1e3' }, false)).toEqual({
      heartbeatSeconds: 'Between 5 and 120 seconds.',
      prefetch: 'Between 1 and 2,000.',
    })
  })
})

describe('the form of a rule that acts', () => {
  it('asks for a name, a state, a folder and a pattern', () => {
    const empty = { name: ' ', isOn: true, customers: [], states: [], docTypes: [], folderId: undefined, pattern: '' }
    expect(Object.keys(ruleProblems({ ...empty, conflict: 'keep-both' }))).toEqual([
      'name',
      'states',
      'folderId',
      'pattern',
    ])
  })

  it('refuses a pattern that is too long in a sentence, as the save dialog does', () => {
    const long = { name: 'a', isOn: true, customers: [], states: ['issued'], docTypes: [], folderId: 'folder' }
    expect(ruleProblems({ ...long, pattern: 'x'.repeat(2_000), conflict: 'keep-both' })).toEqual({
      pattern: expect.stringContaining('has 2,000 characters; 1,000 are allowed'),
    })
  })
})

describe('the words of rules', () => {
  const nameOf = (id: string): string => `Customer ${id}`

  it('say which notifications a rule applies to', () => {
    const rule = { customers: ['a'], states: ['drafted'], kinds: ['check' as const], reference: 'PR-*', isShown: false }
    expect(alertRuleWords(rule, nameOf)).toBe('Do not show Drafted of Customer a (found by check) with reference PR-*')
  })

  it('say what a rule saves and when', () => {
    expect(
      actingRuleWords({ customers: [], states: ['ISSUED', 'title held'], docTypes: ['Bill of Lading'] }, nameOf),
    ).toBe('When a set of any followed customer becomes Issued or Title held, save its Bill of Lading.')
    expect(actingRuleWords({ customers: ['a', 'b', 'c', 'd'], states: ['Signed'], docTypes: [] }, nameOf)).toBe(
      'When a set of Customer a, Customer b and 2 more becomes Signed, save all its documents.',
    )
  })
})

describe('a list of rules', () => {
  it('changes a rule in place, and adds a new one at the end', () => {
    expect(withRule(['a', 'b'], 0, 'c')).toEqual(['c', 'b'])
    expect(withRule(['a', 'b'], 2, 'c')).toEqual(['a', 'b', 'c'])
  })

  it('moves a rule by one place, and not past the ends', () => {
    expect(moveRule(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b'])
    expect(moveRule(['a', 'b'], 1, 1)).toEqual(['a', 'b'])
  })
})

describe('the last checks in a sentence', () => {
  const check = { state: 'done' as const, at: '2026-03-03T14:05:00.000Z', nextAt: null, sentence: 'Done.', found: 2 }

  it('adds up the changes', () => {
    expect(checkSummary([check, { ...check, found: 1 }])).toMatch(/: 3 changes without a message\.$/)
  })

  it('puts a failure first', () => {
    expect(checkSummary([check, { ...check, state: 'failed', sentence: 'The service is away.' }])).toBe(
      'The service is away.',
    )
  })

  it('says so if nothing was checked', () => {
    expect(checkSummary([{ ...check, state: 'never', at: null }])).toBe('Nothing checked yet.')
  })
})
