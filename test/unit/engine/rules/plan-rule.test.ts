import { beforeEach, describe, expect, it } from 'vitest'
import type { ParcelSession } from '../../../../src/engine/parcel-desk.ts'
import { planRule, type RuleTask } from '../../../../src/engine/rules/plan-rule.ts'
import type { FeedStore } from '../../../../src/engine/feed/inbox/inbox-store.ts'
import type { KnownState } from '../../../../src/engine/feed/inbox/set-states.ts'
import { foldState } from '../../../../src/shared/text/fold-state.ts'
import { AppError } from '../../../../src/shared/errors/app-error.ts'
import { feedEntry } from '../../../support/feed-entries.ts'
import { parcelSet } from '../../../support/parcel-sets.ts'
import { tempFolder } from '../../../support/temp-folder.ts'
import { memoryFeed } from '../../../support/test-feed.ts'
import { demoPlan, demoResult } from '../../cli/demo-values.ts'
import type { SavePlan } from '../../../../src/engine/saving/plan/save-plan.ts'

let folder: string
let names: FeedStore
beforeEach(async () => {
  names = memoryFeed()
  folder = await tempFolder()
})

const told = (status: string, parts: Partial<KnownState> = {}): KnownState => ({
  status,
  state: foldState(status),
  updatedAt: null,
  seenAt: '',
  isFromCheck: false,
  statusBefore: null,
  ...parts,
})

interface Asked extends Partial<Pick<RuleTask, 'known' | 'isLagOver'>> {
  /** What the search shows. */
  shown: string
  /** What the message says. */
  said?: string
  plan?: SavePlan
  /** What searches saw it change to, after the message. */
  changedTo?: string
}

/** What is to be done for a rule about a message that says Title held, in a word. */
async function answer(asked: Asked): Promise<string> {
  const { shown, said = 'TITLE_HELD', known = told(said), isLagOver = false, plan = demoPlan(), changedTo } = asked
  const change = { seenAt: '2099-01-01', before: 'another', after: changedTo ?? '' }
  const session: Pick<ParcelSession, 'sets' | 'search' | 'planSets'> = {
    sets: {
      read: () => [parcelSet({ status: shown })],
      history: () => ({ firstSeenAt: '', firstStatus: null, changes: changedTo === undefined ? [] : [change] }),
      savedDocuments: () => new Map(),
      savedVersions: () => [],
      loadDocuments: () => Promise.resolve('listed'),
    },
    search: () => Promise.resolve(demoResult([])),
    planSets: () =>
      plan.documents.length > 0
        ? Promise.resolve(plan)
        : Promise.reject(new AppError({ tag: 'nothing-matched', what: 'no document' })),
  }
  const rule = { folder, pattern: '{name}', docTypes: [], conflict: 'keep-both' as const }
  const entry = feedEntry({ setId: 'set', newStatus: said })
  const given = await planRule(session, { rule, entry, known, names, isLagOver }, new AbortController().signal)
  if ('notYet' in given) return given.notYet
  return 'nothingNew' in given ? given.nothingNew : (given.note ?? 'save')
}

const LAGS = 'The service still shows an earlier state of this set.'
const NOTHING: SavePlan = { ...demoPlan(), documents: [] }

describe('what a rule does about a message', () => {
  it('saves where the search shows its state, however it is spelled (T12)', async () => {
    expect(await answer({ shown: 'title held' })).toBe('save')
  })

  it('waits where the search shows an earlier state', async () => {
    expect(await answer({ shown: 'issued' })).toBe(LAGS)
    expect(await answer({ shown: 'issued', isLagOver: true })).toBe('save')
  })

  it('waits even where a check saw that earlier state: the check used the same lagging search', async () => {
    expect(await answer({ shown: 'issued', known: told('issued', { isFromCheck: true }) })).toBe(LAGS)
  })

  it('saves where the set has moved on, by a newer message or the order of states, and says so', async () => {
    const movedOn = 'The set is Transfer drafted already.'
    const check = told('transfer_drafted', { isFromCheck: true })
    expect(await answer({ shown: 'transfer_drafted', known: check })).toBe(movedOn)
    expect(await answer({ shown: 'transfer_drafted' })).toBe(movedOn)
    expect(await answer({ shown: 'drafted', known: told('DRAFTED') })).toBe('The set is Drafted already.')
  })

  it('waits where the search shows the state before the message, even one that usually comes later', async () => {
    const known = told('TITLE_HELD', { statusBefore: 'Transfer drafted' })
    expect(await answer({ shown: 'transfer_drafted', known })).toBe(LAGS)
  })

  it('does nothing where nothing is new, and names the state that the set has reached', async () => {
    expect(await answer({ shown: 'title_held', plan: NOTHING })).toBe(`Nothing new to save to ${folder}.`)
    const moved = { shown: 'transfer_drafted', known: told('transfer_drafted', { isFromCheck: true }), plan: NOTHING }
    expect(await answer(moved)).toBe('Nothing to do: already Transfer drafted.')
  })
})

describe('a service that has its own names for states', () => {
  it('is retried until the lag counts as over', async () => {
    expect(await answer({ shown: 'held by bank' })).toBe(LAGS)
    expect(await answer({ shown: 'held by bank', isLagOver: true })).toBe('save')
  })

  it('teaches a name by a set that was seen to change after the message, which then holds for every set', async () => {
    expect(await answer({ shown: 'held by bank', changedTo: 'Held by bank' })).toBe('save')
    expect(await answer({ shown: 'held-by-bank' })).toBe('save')
    expect(await answer({ shown: 'being amended' })).toBe(LAGS)
  })

  it('does not teach the name of another state', async () => {
    expect(await answer({ shown: 'issued', changedTo: 'issued' })).toBe(LAGS)
    await answer({ shown: 'held by bank', changedTo: 'held by bank' })
    expect(await answer({ said: 'AMENDED', shown: 'held by bank', changedTo: 'held by bank' })).toBe(LAGS)
  })

  it('teaches no second name for a state that it shows under its own', async () => {
    await answer({ shown: 'title_held' })
    expect(await answer({ shown: 'being amended', changedTo: 'being amended' })).toBe(LAGS)
  })
})
