import { beforeEach, describe, expect, it } from 'vitest'
import type { ParcelSession } from '../../../../src/engine/parcel-desk.ts'
import { planRule, type RuleTask } from '../../../../src/engine/rules/plan-rule.ts'
import type { FeedStore } from '../../../../src/engine/feed/inbox/inbox-store.ts'
import type { KnownState } from '../../../../src/engine/feed/inbox/set-states.ts'
import { foldState } from '../../../../src/shared/text/set-fields.ts'
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

const knownBy = (status: string, parts: Partial<KnownState> = {}): KnownState => ({
  status,
  state: foldState(status),
  updatedAt: null,
  seenAt: '',
  isFromCheck: false,
  statusBefore: null,
  ...parts,
})

interface RuleCase extends Partial<Pick<RuleTask, 'known' | 'isLagOver'>> {
  /** A message with a later time came before it. */
  isOutdated?: boolean
  /** What the search shows. */
  shown: string
  /** What the message says. */
  said?: string
  plan?: SavePlan
  /** The state that searches saw it change to after the message. */
  changedTo?: string
}

/** What a rule does about a message that reports “Title held”, in a word. */
async function decide(ruleCase: RuleCase): Promise<string> {
  const {
    shown,
    said = 'TITLE_HELD',
    known = knownBy(said),
    isLagOver = false,
    plan = demoPlan(),
    changedTo,
    isOutdated = false,
  } = ruleCase
  const change = { seenAt: '2099-01-01', before: 'another', after: changedTo ?? '' }
  const session: Pick<ParcelSession, 'sets' | 'search' | 'planSets'> = {
    sets: {
      read: () => [parcelSet({ status: shown })],
      history: () => ({ firstSeenAt: '', firstStatus: null, changes: changedTo === undefined ? [] : [change] }),
      rowChanges: () => [],
      servicesOf: () => [],
      savedDocuments: () => new Map(),
      savedVersions: () => [],
      find: () => Promise.resolve(undefined),
      loadDocuments: () => Promise.resolve('listed'),
    },
    search: () => Promise.resolve(demoResult([])),
    planSets: () =>
      plan.documents.length > 0
        ? Promise.resolve(plan)
        : Promise.reject(new AppError({ tag: 'nothing-matched', what: 'no document' })),
  }
  const rule = { folder, pattern: '{name}', docTypes: [], conflict: 'keep-both' as const }
  const entry = feedEntry({ setId: 'set', newStatus: said, isOutdated })
  const given = await planRule(session, { rule, entry, known, names, isLagOver }, new AbortController().signal)
  if ('notYet' in given) return given.notYet
  return 'nothingNew' in given ? given.nothingNew : (given.note ?? 'save')
}

const LAGS = 'The service still shows an earlier state of this set.'
const NOTHING: SavePlan = { ...demoPlan(), documents: [] }

describe('what a rule does about a message', () => {
  it('saves where the search shows its state, however it is spelled (T12)', async () => {
    expect(await decide({ shown: 'title held' })).toBe('save')
  })

  it('waits where the search shows an earlier state', async () => {
    expect(await decide({ shown: 'issued' })).toBe(LAGS)
    expect(await decide({ shown: 'issued', isLagOver: true })).toBe('save')
  })

  it('waits even where a check saw that earlier state: the check used the same lagging search', async () => {
    expect(await decide({ shown: 'issued', known: knownBy('issued', { isFromCheck: true }) })).toBe(LAGS)
  })

  it('saves where the set has moved on, by a newer message or the order of states, and says so', async () => {
    const movedOn = 'The set is Transfer drafted already.'
    const check = knownBy('transfer_drafted', { isFromCheck: true })
    expect(await decide({ shown: 'transfer_drafted', known: check })).toBe(movedOn)
    expect(await decide({ shown: 'transfer_drafted' })).toBe(movedOn)
    expect(await decide({ shown: 'drafted', known: knownBy('DRAFTED') })).toBe('The set is Drafted already.')
  })

  it('waits where the search shows the state before the message, even one that usually comes later', async () => {
    const known = knownBy('TITLE_HELD', { statusBefore: 'Transfer drafted' })
    expect(await decide({ shown: 'transfer_drafted', known })).toBe(LAGS)
  })

  it('does nothing where nothing is new, and names the state that the set has reached', async () => {
    expect(await decide({ shown: 'title_held', plan: NOTHING })).toBe(`Nothing new to save to ${folder}.`)
    const moved = {
      shown: 'transfer_drafted',
      known: knownBy('transfer_drafted', { isFromCheck: true }),
      plan: NOTHING,
    }
    expect(await decide(moved)).toBe('Nothing to do: already Transfer drafted.')
  })
})

describe('what a rule does about a message that is outdated by its time (T42)', () => {
  const isOutdated = true

  it('saves where the search shows its state all the same: the other time was wrong', async () => {
    expect(await decide({ isOutdated, shown: 'title held', known: knownBy('DRAFTED') })).toBe('save')
  })

  it('does nothing where the search shows the newer state, or one beyond', async () => {
    const held = { isOutdated, said: 'Signed', known: knownBy('TITLE_HELD') }
    expect(await decide({ ...held, shown: 'title_held' })).toBe('Nothing to do: already Title held.')
    expect(await decide({ ...held, shown: 'transfer_drafted' })).toBe('Nothing to do: already Transfer drafted.')
  })

  it('waits where the search may lag, and then believes it and saves nothing', async () => {
    const drafted = { isOutdated, shown: 'drafted', known: knownBy('DRAFTED') }
    expect(await decide(drafted)).toBe(LAGS)
    expect(await decide({ ...drafted, isLagOver: true })).toBe('Nothing to do: already Drafted.')
  })

  it('learns no name of a state from it, which may be that of the newer one', async () => {
    const other = { shown: 'being amended', changedTo: 'being amended', known: knownBy('AMENDMENT') }
    expect(await decide({ ...other, isOutdated })).toBe(LAGS)
    expect(await decide({ ...other, isOutdated, isLagOver: true })).toBe('Nothing to do: already being amended.')
    expect(await decide({ shown: 'being amended' })).toBe(LAGS)
  })
})

describe('a service that has its own names for states', () => {
  it('is retried until the lag counts as over', async () => {
    expect(await decide({ shown: 'held by bank' })).toBe(LAGS)
    expect(await decide({ shown: 'held by bank', isLagOver: true })).toBe('save')
  })

  it('teaches a name by a set that was seen to change after the message, which then holds for every set', async () => {
    expect(await decide({ shown: 'held by bank', changedTo: 'Held by bank' })).toBe('save')
    expect(await decide({ shown: 'held-by-bank' })).toBe('save')
    expect(await decide({ shown: 'being amended' })).toBe(LAGS)
  })

  it('does not teach the name of another state', async () => {
    expect(await decide({ shown: 'issued', changedTo: 'issued' })).toBe(LAGS)
    await decide({ shown: 'held by bank', changedTo: 'held by bank' })
    expect(await decide({ said: 'AMENDED', shown: 'held by bank', changedTo: 'held by bank' })).toBe(LAGS)
  })

  it('teaches no second name for a state that it shows under its own', async () => {
    await decide({ shown: 'title_held' })
    expect(await decide({ shown: 'being amended', changedTo: 'being amended' })).toBe(LAGS)
  })
})
