import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { policyOf } from '../support/test-policy.ts'
import { createFeedSettings } from '../../src/engine/feed/feed-settings.ts'
import { createChosenFolders } from '../../src/main/desk/chosen-paths.ts'
import { createSavedSearches } from '../../src/main/desk/search/saved-searches.ts'
import { createSettingsStore } from '../../src/main/desk/settings/settings-store.ts'
import type { Connection } from '../../src/shared/model/connection.ts'
import type { Problem } from '../../src/shared/model/parcel-set.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { createTestDesk, type TestDesk } from '../support/test-desk.ts'

const AT = '2026-11-20T10:00:00.000Z'

describe.each(['0.2.0'])('a data folder of %s', (version) => {
  let opened: TestDesk
  let account: Connection
  let notices: Problem[]
  const onNotice = (notice: Problem): void => void notices.push(notice)
  beforeEach(async () => {
    const root = await tempFolder()
    await cp(join(import.meta.dirname, '..', 'fixtures', `data-${version}`), join(root, 'data'), { recursive: true })
    opened = await createTestDesk({ service: { url: 'https://exchange.example' }, root })
    onTestFinished(opened.close)
    notices = []
    opened.desk.onNotice(onNotice)
    const [first] = opened.desk.accounts.profiles()
    account = first ?? expect.unreachable()
    return () => expect(notices).toEqual([])
  })

  it('has its account', () => {
    expect(account).toMatchObject({ profile: 'main', environment: 'test', username: 'ops@aurora.example' })
  })

  it('has what was saved, and the sets that were seen', () => {
    const { desk, connect } = opened
    const [job] = desk.jobs.list()
    expect(job).toMatchObject({ state: 'done', saved: 7, failed: 0, subject: { sets: 2 }, isUndoBegun: false })
    const [document] = desk.jobs.documents(job?.job ?? '')
    const { setId = '', documentId = '' } = document ?? {}
    const session = connect({ baseUrl: account.baseUrl })
    expect(session.savedCopies().of({ setId, documentId })).toMatchObject([{ path: document?.path }])
    expect([...session.sets.read([setId])]).toMatchObject([{ customerName: 'Aurora Grain AG' }])
  })

  it('has its inbox, with marks, notes, snoozes and what rules did', () => {
    const feed = opened.desk.feed('test')
    const [signed, issued, unreadable] = feed.all()
    expect(signed).toMatchObject({ newStatus: 'Signed', isRead: true, isFlagged: true, note: 'Ask Marta.' })
    expect(issued).toMatchObject({
      newStatus: 'Issued',
      snoozedUntil: '2126-01-01T00:00:00.000Z',
      stateBefore: 'Signed',
    })
    expect(unreadable).toMatchObject({ isReadable: false, raw: 'no JSON' })
    expect(feed.runs.ofEntries([signed?.id ?? 0]).get(signed?.id ?? 0)).toMatchObject([
      { ruleId: 'r1', state: 'failed', text: 'No.' },
    ])
  })

  it('has how far streams were read, and what a collector checked and set aside', () => {
    const { places, gaps, collectorChecks, setAside } = opened.desk.feed('test')
    expect(places.read('stream')).toMatchObject({ offset: 7 })
    expect(gaps.list()).toMatchObject([{ customerId: 'c1', sentence: 'Something is missing.' }])
    expect(collectorChecks.last('c1')).toEqual({ at: AT, sets: 2, found: 0 })
    expect(setAside.count()).toBe(1)
  })

  it('has its worklists and what was found for their references', () => {
    const worklists = opened.desk.worklists('test')
    const [list] = worklists.list(account)
    expect(list).toMatchObject({ name: 'This week', isReadable: true, lines: 2, headings: ['Reference', 'Due'] })
    const id = list?.worklistId ?? ''
    expect(worklists.lines(id, { from: 0, count: 1 })).toMatchObject([{ cells: ['SHP-1', 'Monday'] }])
    const answers = worklists.answers.read(id, ['SHP-1'])
    expect(answers.get('SHP-1')).toMatchObject({ isComplete: true, sets: [{ parcelRef: 'PR-1', documents: 3 }] })
  })

  it('has its schedules', () => {
    expect(opened.desk.schedules('test').list(account)).toMatchObject([
      { name: 'Morning', details: { rule: 'every day at 07:30' }, lastRun: { state: 'nothing-new', missed: 1 } },
    ])
  })

  it('has its settings, folders, searches and feed', () => {
    const { dataDir } = opened
    expect(createSettingsStore({ dataDir, policy: policyOf(), onNotice }).read()).toMatchObject({
      appearance: 'dark',
      concurrency: 8,
    })
    expect(createChosenFolders(dataDir, onNotice).list()).toHaveLength(1)
    expect(createSavedSearches({ dataDir, onNotice }).read(account).saved).toMatchObject([{ name: 'Signed' }])
    expect(createFeedSettings(dataDir, 'test', onNotice).read()).toMatchObject({
      brokers: [{ queue: 'status.{customerId}' }],
      alerts: { quiet: { from: '22:00' }, rules: [{ reference: 'PR-*' }] },
      rules: [{ states: ['Title held'] }],
    })
  })
})
