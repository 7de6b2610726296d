import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Problem } from '../../../../src/shared/model/parcel-set.ts'
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

const settingsOf = async (stored: object) => {
  const dataDir = await tempFolder()
  mkdirSync(join(dataDir, 'test'))
  writeFileSync(join(dataDir, 'test', 'feed.json'), JSON.stringify(stored))
  const notices: Problem[] = []
  return { settings: createFeedSettings(dataDir, 'test', (notice) => notices.push(notice)), notices }
}

const ADDED = { deskId: '', streams: { from: 'now', more: [] }, brokers: [{ ...STORED.brokers[0], kind: 'queue' }] }
const { journalFolder: _journal, ...KEPT } = STORED

describe('the settings of the feed', () => {
  it('read the file of the first release whole, whatever became of the contract', async () => {
    const { settings, notices } = await settingsOf({ ...STORED, mode: 'own' })
    expect(settings.read()).toEqual({ ...KEPT, mode: 'own', ...ADDED })
    expect(notices).toEqual([])
  })

  it.each(['collector', 'follower'])(
    'of a %s take nothing and say what to do, once, for the journal in a folder is gone',
    async (mode) => {
      const { settings, notices } = await settingsOf({ ...STORED, mode })
      expect(settings.read()).toEqual({ ...KEPT, mode: 'own', isOn: false, ...ADDED })
      settings.change({ pausedUntil: null })
      expect(settings.read()).toMatchObject({ mode: 'own', isOn: false })
      expect(notices).toMatchObject([{ message: expect.stringContaining('until you choose the firm’s streams') }])
    },
  )

  it('have no rule about nothing but journals, which would be about everything without its kind', async () => {
    const [rule] = STORED.alerts.rules
    const rules = [['journal'], ['queue', 'journal'], []].map((kinds) => ({ ...rule, kinds }))
    const { settings } = await settingsOf({ ...STORED, mode: 'own', alerts: { ...STORED.alerts, rules } })
    expect(settings.read().alerts.rules.map(({ kinds }) => kinds)).toEqual([['queue'], []])
  })
})
