import { describe, expect, it } from 'vitest'
import { EMPTY_FEED, type StoredRule } from '../../../../../../src/engine/feed/feed-settings.ts'
import { matchRules } from '../../../../../../src/main/desk/feed/rules/rule-runner.ts'
import type { ListedEntry } from '../../../../../../src/shared/model/feed-entry.ts'
import { feedEntry } from '../../../../../support/feed-entries.ts'

const rule = (parts: Partial<StoredRule> = {}): StoredRule => ({
  ruleId: 'rule',
  name: 'File',
  isOn: true,
  customers: [],
  states: ['Title held'],
  docTypes: [],
  folderId: 'f',
  pattern: '{name}',
  conflict: 'keep-both',
  folder: '/to',
  since: '2026-11-20T10:00:00.000Z',
  ...parts,
})
const followed = [{ customerId: 'aurora', customerName: 'Aurora Grain', brokerId: null }]
const matched = (entries: readonly ListedEntry[], ...rules: StoredRule[]): [number, string[]][] =>
  matchRules(entries, { ...EMPTY_FEED, followed, rules }).map((one) => [
    one.entry.id,
    one.rules.map(({ ruleId }) => ruleId),
  ])
const held = (parts: Partial<ListedEntry> = {}): ListedEntry => feedEntry({ newStatus: 'TITLE_HELD', ...parts })

describe('the rules that match an entry', () => {
  it('are those of its state, however it is spelled (T12), and of its customer', () => {
    const entry = held()
    const rules = [
      rule(),
      rule({ ruleId: 'baltic', customers: ['baltic'] }),
      rule({ ruleId: 'own', customers: ['aurora'] }),
    ]
    expect(matched([entry], ...rules, rule({ ruleId: 'signed', states: ['signed'] }))).toEqual([
      [entry.id, ['rule', 'own']],
    ])
  })

  it('apply to every followed customer where they name none', () => {
    expect(matched([held({ customerId: 'stranger' }), held({ customerId: null })], rule())).toEqual([])
    const named = held({ customerId: 'stranger' })
    expect(matched([named], rule({ customers: ['stranger'] }))).toEqual([[named.id, ['rule']]])
  })

  it('have a message searched for that is older than another by its time (T42), which the service’s clock may have wrong', () => {
    const [newest, outdated] = [held({ setId: 'one' }), held({ setId: 'one', isOutdated: true })]
    expect(matched([newest, outdated], rule(), rule({ ruleId: 'signed', states: ['signed'] }))).toEqual([
      [newest.id, ['rule']],
      [outdated.id, ['rule']],
    ])
  })

  it('compare ids of customers without regard to case', () => {
    const customerId = 'c0000000-0000-4000-a000-00000000000a'
    const entry = held({ customerId })
    expect(matched([entry], rule({ customers: [customerId.toUpperCase()] }))).toEqual([[entry.id, ['rule']]])
  })

  it('exclude what cannot be read, or came before the rule was created', () => {
    const entries = [held({ isReadable: false, setId: null }), held({ seenAt: '2026-11-20T09:59:59.999Z' })]
    expect(matched(entries, rule())).toEqual([])
    expect(matched([held()], rule({ isOn: false }))).toEqual([])
  })

  it('compare instants, not texts, and exclude what has no time', () => {
    const entries = ['garbage', ''].map((seenAt) => held({ setId: seenAt, seenAt }))
    expect(matched(entries, rule({ since: '2099-01-01T00:00:00.000Z' }))).toEqual([])
    const atOnce = held({ seenAt: '2026-11-20T10:00:00Z' })
    expect(matched([atOnce], rule())).toEqual([[atOnce.id, ['rule']]])
  })

  it('match only the newest of several entries about one set', () => {
    const [older, newer] = [held({ setId: 'one' }), held({ setId: 'one' })]
    expect(matched([older, newer], rule())).toEqual([[newer.id, ['rule']]])
  })

  it('match every state that a set went through, each rule once per set', () => {
    const [issued, held1] = [feedEntry({ setId: 'one', newStatus: 'ISSUED' }), held({ setId: 'one' })]
    const drafted = feedEntry({ setId: 'one', newStatus: 'TRANSFER_DRAFTED' })
    const rules = [rule(), rule({ ruleId: 'both', states: ['issued', 'title held'] })]
    expect(matched([issued, held1, drafted], ...rules, rule({ ruleId: 'issued', states: ['issued'] }))).toEqual([
      [issued.id, ['issued']],
      [held1.id, ['rule', 'both']],
    ])
  })
})
