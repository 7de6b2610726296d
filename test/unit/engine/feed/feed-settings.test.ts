import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createFeedSettings } from '../../../../src/engine/feed/feed-settings.ts'
import { tempFolder } from '../../../support/temp-folder.ts'

/** As the first release wrote it. Never edited: a change to the form of the file must still read it. */
const STORED = {
  account: { profile: 'uat', baseUrl: 'https://exchange.example', username: 'ops' },
  isOn: true,
  warningAcceptedAt: '2026-11-20T10:00:00.000Z',
  mode: 'collector',
  journalFolder: '/share/feed',
  brokers: [
    {
      brokerId: 'b1',
      name: 'Exchange',
      hosts: ['mq.example:5671'],
      usesTls: true,
      virtualHost: 'aurora',
      queue: 'status.{customerId}',
      username: 'ops',
      heartbeatSeconds: 10,
      prefetch: 2_000,
      isPasswordKept: true,
      caFile: '/etc/ca.pem',
      certificateFile: null,
      keyFile: null,
    },
  ],
  followed: [{ customerId: 'c1', customerName: 'Aurora Grain', brokerId: 'b1' }],
  checks: { isOn: true, everyMinutes: 15 },
  alerts: {
    isOn: true,
    quiet: { from: '22:00', to: '06:30' },
    rules: [{ customers: ['c1'], states: ['Signed'], kinds: ['queue', 'check'], reference: 'PR-*', isShown: false }],
  },
  pausedUntil: '2026-11-21T10:00:00.000Z',
  rules: [
    {
      ruleId: 'r1',
      name: 'File them',
      isOn: true,
      customers: [],
      states: ['Title held'],
      docTypes: ['BL'],
      folderId: 'f1',
      pattern: '{parcelRef}/{name}',
      conflict: 'keep-both',
      folder: '/share/documents',
      since: '2026-11-20T10:00:00.000Z',
    },
  ],
}

it('the settings of the feed read the file of the first release whole, whatever became of the contract', async () => {
  const dataDir = await tempFolder()
  mkdirSync(join(dataDir, 'test'))
  writeFileSync(join(dataDir, 'test', 'feed.json'), JSON.stringify(STORED))
  const notices: unknown[] = []
  const settings = createFeedSettings(dataDir, 'test', (notice) => notices.push(notice))
  const brokers = STORED.brokers.map((broker) => ({ ...broker, kind: 'queue' }))
  expect(settings.read()).toEqual({ ...STORED, deskId: '', brokers, streams: { from: 'now', more: [] } })
  expect(notices).toEqual([])
})
