import { cp, mkdir, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { policyOf } from './test-policy.ts'
import { EMPTY_FEED, createFeedSettings } from '../../src/engine/feed/feed-settings.ts'
import { hashOfBody } from '../../src/engine/feed/stream/stream-places.ts'
import { createChosenFolders } from '../../src/main/desk/chosen-paths.ts'
import { createSavedSearches } from '../../src/main/desk/search/saved-searches.ts'
import { createSettingsStore } from '../../src/main/desk/settings/settings-store.ts'
import { DEFAULT_NAME_PATTERN } from '../../src/shared/model/name-patterns.ts'
import { demoData } from '../exchange-service/demo-data.ts'
import { demoUser, startExchangeService } from '../exchange-service/start-exchange-service.ts'
import { createTestDesk, type TestDesk } from './test-desk.ts'

/*
 * Makes a data folder with something of everything that is kept, without any secret: `node test/support/make-data-folder.ts
 * test/fixtures/data-VERSION`. See the README beside those folders.
 */

const AT = '2026-11-20T10:00:00.000Z'
const SET = '5e700000-0000-4000-a000-000000000001'
const SELECTION = {
  customers: [],
  shipmentRefs: ['SHP-1'],
  status: 'ACTIVE',
  filters: {},
  states: ['SIGNED'],
  instance: null,
}
/** What is told of is shown elsewhere. */
const quiet = (): void => undefined

async function makeDataFolder(target: string): Promise<void> {
  const root = join(tmpdir(), 'parcel-desk-data')
  await rm(root, { recursive: true, force: true })
  const service = await startExchangeService({ data: demoData({ setsPerCustomer: 2 }) })
  const desk = await createTestDesk({ service, root })
  await fill(desk, service.url)
  await desk.close()
  await service.close()
  await rm(target, { recursive: true, force: true })
  await mkdir(target, { recursive: true })
  for (const name of await readdir(desk.dataDir, { recursive: true })) {
    if (/^reserve$|lock\.(?:sqlite|json)$/.test(name)) await rm(join(desk.dataDir, name))
    else if (name.endsWith('.sqlite')) vacuum(join(desk.dataDir, name))
  }
  await cp(desk.dataDir, target, { recursive: true })
  await rm(root, { recursive: true })
}

async function fill({ desk, dataDir, folder }: TestDesk, baseUrl: string): Promise<void> {
  const { username } = await desk.accounts.signIn({ name: 'main', baseUrl, ...demoUser, environment: 'test' })
  const session = desk.connect(await desk.accounts.useProfile('main'))
  const plan = await session.plan({
    selection: { ...SELECTION, customers: ['Aurora Grain AG'], shipmentRefs: [], states: [] },
    folder,
    pattern: DEFAULT_NAME_PATTERN,
    docTypes: [],
    conflict: 'keep-both',
    isOnlyNew: false,
  })
  await session.save(plan, {})
  session.close()
  fillFeed(desk)
  const worklists = desk.worklists('test')
  const table = {
    headings: ['Reference', 'Due'],
    referenceColumn: 0,
    lines: [
      ['SHP-1', 'Monday'],
      ['SHP-2', ''],
    ],
  }
  const worklistId = worklists.create({ baseUrl, username }, { name: 'This week', customers: ['c1'] }, table)
  const kept = { setId: SET, parcelRef: 'PR-1', status: 'Signed', signature: '1/2', documents: 3 }
  const answer = { reference: 'SHP-1', isComplete: true, sets: [kept] }
  worklists.answers.write(worklistId, [answer], new Date(AT))
  fillSchedules(desk, { baseUrl, username }, folder)
  const account = { environment: 'test', baseUrl, username } as const
  const searches = createSavedSearches({ dataDir, onNotice: quiet })
  searches.save(account, { name: 'Signed', selection: SELECTION })
  createSettingsStore({ dataDir, policy: policyOf(), onNotice: quiet }).change({
    appearance: 'dark',
    concurrency: 8,
    pattern: '{parcelRef} {name}',
  })
  const { folderId } = createChosenFolders(dataDir, quiet).add(folder)
  createFeedSettings(dataDir, 'test', quiet).change(feedOf({ baseUrl, username }, { folderId, folder }))
}

function fillFeed({ feed }: TestDesk['desk']): void {
  const store = feed('test')
  const message = { setId: SET, customerId: 'c1', parcelReference: 'PR-1', action: 'Sign', updatedDate: AT }
  const bodies = ['Signed', 'Issued'].map((newStatus) => Buffer.from(JSON.stringify({ ...message, newStatus })))
  const [first, second] = store.add(
    [...bodies, Buffer.from('no JSON')].map((body) => ({ source: 'queue', body, isRedelivered: false, seenAt: AT })),
  )
  store.mark([first?.id ?? 0], { isRead: true, isFlagged: true })
  store.keepNote(first?.id ?? 0, 'Ask Marta.')
  store.snooze([second?.id ?? 0], '2126-01-01T00:00:00.000Z')
  store.runs.settle({ ruleId: 'r1', ruleName: 'File', entryId: first?.id ?? 0, at: AT }, 'failed', 'No.')
  store.places.write('stream', { offset: 7, bodyHash: hashOfBody(Buffer.from('body')) })
  store.collectorChecks.record('c1', { at: AT, sets: 2 })
  const unroutable = { routingKey: 'c1', messageId: 'm1', body: Buffer.from('body'), reason: 'no stream is bound' }
  store.setAside.keep([unroutable], new Date(AT))
  store.gaps.add({ customerId: 'c1', at: AT, sentence: 'Something is missing.' })
}

function fillSchedules(
  { schedules }: TestDesk['desk'],
  account: { baseUrl: string; username: string },
  folder: string,
): void {
  const store = schedules('test')
  const source = { kind: 'search', name: 'Signed', selection: { ...SELECTION, instance: null } } as const
  const named = { profile: 'main', source, folder, pattern: DEFAULT_NAME_PATTERN, docTypes: [] }
  const details = { ...named, rule: 'every day at 07:30', timeZone: 'Europe/Berlin', isOnlyNew: true } as const
  const { scheduleId } = store.add(
    account,
    { name: 'Morning', details: { ...details, conflict: 'keep-both' } },
    new Date(AT),
  )
  const run = store.begin({ scheduleId, dueAt: AT, missed: 1, startedAt: AT, jobId: null })
  store.end(run, { state: 'nothing-new', text: 'Nothing new.', jobId: null }, new Date(AT))
}

function feedOf(
  account: { baseUrl: string; username: string },
  { folderId, folder }: { folderId: string; folder: string },
): Parameters<ReturnType<typeof createFeedSettings>['change']>[0] {
  const place = { name: 'Exchange', hosts: ['mq.example:5671'], usesTls: true, virtualHost: 'aurora', username: 'ops' }
  const files = { caFile: '/etc/ca.pem', certificateFile: null, keyFile: null }
  const queue = { kind: 'queue', queue: 'status.{customerId}', heartbeatSeconds: 10, prefetch: 2_000 } as const
  const rule = { customers: [], states: ['Title held'], docTypes: ['BL'], pattern: '{parcelRef}/{name}', since: AT }
  return {
    ...EMPTY_FEED,
    deskId: 'desk',
    account: { profile: 'main', ...account },
    warningAcceptedAt: AT,
    brokers: [{ brokerId: 'b1', ...place, ...queue, ...files, isPasswordKept: true }],
    followed: [{ customerId: 'c1', customerName: 'Aurora Grain', brokerId: 'b1' }],
    alerts: {
      isOn: true,
      quiet: { from: '22:00', to: '06:30' },
      rules: [{ customers: ['c1'], states: ['Signed'], kinds: ['queue'], reference: 'PR-*', isShown: false }],
    },
    rules: [{ ruleId: 'r1', name: 'File', isOn: true, conflict: 'keep-both', folderId, folder, ...rule }],
  }
}

function vacuum(file: string): void {
  const database = new DatabaseSync(file)
  database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
}

await makeDataFolder(resolve(process.argv[2] ?? ''))
