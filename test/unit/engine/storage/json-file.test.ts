import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { policyOf } from '../../../support/test-policy.ts'
import { createProfileStore, type Profile } from '../../../../src/engine/accounts/profile-store.ts'
import { createFeedSettings, EMPTY_FEED } from '../../../../src/engine/feed/feed-settings.ts'
import { createJsonFile } from '../../../../src/engine/storage/json-file.ts'
import { createSettingsStore } from '../../../../src/main/desk/settings/settings-store.ts'
import type { Problem } from '../../../../src/shared/model/parcel-set.ts'
import { tempFolder } from '../../../support/temp-folder.ts'

let dataDir: string
let notices: Problem[]
const onNotice = (notice: Problem): void => void notices.push(notice)
beforeEach(async () => {
  dataDir = await tempFolder()
  notices = []
})

const put = (name: string, content: unknown): void => {
  mkdirSync(join(dataDir, 'test'), { recursive: true })
  writeFileSync(join(dataDir, name), typeof content === 'string' ? content : JSON.stringify(content))
}
const stored = (name: string): unknown => JSON.parse(readFileSync(join(dataDir, name), 'utf8'))

describe('settings of another version', () => {
  it('are used but for what is not understood, which stays in the file', () => {
    put('settings.json', { appearance: 'sepia', density: 'roomy', zoom: 3 })
    const settings = createSettingsStore({ dataDir, policy: policyOf(), onNotice })
    expect(settings.read()).toMatchObject({ appearance: 'system', density: 'roomy' })
    expect(settings.read()).toMatchObject({ appearance: 'system' })
    expect(notices).toEqual([
      { where: join(dataDir, 'settings.json'), message: expect.stringMatching(/^Not understood, .*: appearance\./) },
    ])
    settings.change({ density: 'usual' })
    expect(stored('settings.json')).toMatchObject({ appearance: 'sepia', density: 'usual', zoom: 3 })
    settings.change({ appearance: 'dark' })
    expect(stored('settings.json')).toMatchObject({ appearance: 'dark', zoom: 3 })
  })

  it('are left as they are where their version is newer, and say so', () => {
    const newer = { version: 2, appearance: 'sepia', density: 'roomy' }
    put('settings.json', newer)
    const settings = createSettingsStore({ dataDir, policy: policyOf(), onNotice })
    expect(settings.read()).toMatchObject({ appearance: 'system', density: 'roomy' })
    expect(() => settings.change({ density: 'usual' })).toThrow('it was written by a newer version of Parcel Desk')
    expect(stored('settings.json')).toEqual(newer)
    expect(notices).toMatchObject([{ message: expect.stringMatching(/^It was written by a newer version/) }])
    expect(readdirSync(dataDir).toSorted()).toEqual(['settings.json', 'test'])
  })

  it('may begin with the byte order mark of an editor', () => {
    put('settings.json', '\uFEFF{"appearance":"dark"}')
    expect(createSettingsStore({ dataDir, policy: policyOf(), onNotice }).read()).toMatchObject({ appearance: 'dark' })
    expect(notices).toEqual([])
  })

  it.each(['{"density":', '[]', '"text"', 'null', ''])('are set aside where the file is none: %s', (content) => {
    put('settings.json', content)
    expect(createSettingsStore({ dataDir, policy: policyOf(), onNotice }).read()).toMatchObject({
      appearance: 'system',
    })
    expect(notices).toMatchObject([{ message: expect.stringContaining('was set aside as') }])
  })
})

describe('accounts of another version', () => {
  const account = (profile: string): Profile => ({
    profile,
    environment: 'test',
    baseUrl: 'https://exchange.example',
    username: 'ops',
    credentialForm: 'basic',
    caFile: undefined,
  })
  const newer = { ...account('newer'), credentialForm: 'passkey' }

  it('are read one by one, and none is lost when another is saved or removed', () => {
    put('profiles.json', { profiles: [account('one'), newer, { ...account('two'), colour: 'red' }] })
    const profiles = createProfileStore(join(dataDir, 'profiles.json'), onNotice)
    expect(profiles.list().map(({ profile }) => profile)).toEqual(['one', 'two'])
    expect(notices).toMatchObject([{ message: expect.stringContaining('“newer” of profiles') }])
    profiles.save(account('three'))
    profiles.remove('one')
    const kept = z.object({ profiles: z.array(z.looseObject({ profile: z.string() })) }).parse(stored('profiles.json'))
    expect(kept.profiles).toEqual(
      [{ ...account('two'), caFile: undefined, colour: 'red' }, { ...newer, caFile: undefined }, account('three')].map(
        (one): unknown => JSON.parse(JSON.stringify(one)),
      ),
    )
  })

  it('are replaced where one of the same name is saved here', () => {
    put('profiles.json', { profiles: [newer] })
    createProfileStore(join(dataDir, 'profiles.json'), onNotice).save(account('newer'))
    expect(stored('profiles.json')).toMatchObject({ profiles: [{ profile: 'newer', credentialForm: 'basic' }] })
  })
})

describe('a feed of another version', () => {
  const feed = {
    ...EMPTY_FEED,
    isOn: true,
    mode: 'relay',
    followed: [{ customerId: 'c', customerName: 'C', brokerId: null }],
  }

  it('takes no messages in a way that this version does not know, and stays as it was for that which does', () => {
    put('test/feed.json', feed)
    const settings = createFeedSettings(dataDir, 'test', onNotice)
    expect(settings.read()).toMatchObject({ isOn: false, mode: 'own', followed: [{ customerName: 'C' }] })
    settings.change({ checks: { isOn: false, everyMinutes: 60 } })
    expect(stored('test/feed.json')).toMatchObject({ isOn: true, mode: 'relay', checks: { everyMinutes: 60 } })
    expect(createFeedSettings(dataDir, 'test', onNotice).read()).toMatchObject({ isOn: false })
    settings.change({ isOn: true })
    expect(stored('test/feed.json')).toMatchObject({ isOn: true, mode: 'own' })
    expect(createFeedSettings(dataDir, 'test', onNotice).read()).toMatchObject({ isOn: true, mode: 'own' })
  })

  it('uses no rule of which it understands half', () => {
    const rule = {
      ruleId: 'r',
      name: 'R',
      isOn: true,
      customers: [],
      states: ['SIGNED'],
      docTypes: [],
      folderId: 'f',
      folder: '/f',
      pattern: '{name}',
      conflict: 'merge',
      since: '',
    }
    put('test/feed.json', { ...EMPTY_FEED, rules: [rule, { ...rule, ruleId: 's', conflict: 'skip' }] })
    const settings = createFeedSettings(dataDir, 'test', onNotice)
    expect(settings.read().rules).toMatchObject([{ ruleId: 's' }])
    settings.change({ isOn: true })
    expect(stored('test/feed.json')).toMatchObject({ rules: [{ conflict: 'merge' }, { ruleId: 's' }] })
  })
})

describe('a JSON file', () => {
  const shape = z.object({ kind: z.enum(['a', 'b']), list: z.array(z.object({ id: z.string(), size: z.number() })) })
  const open = () =>
    createJsonFile({ file: join(dataDir, 'x.json'), shape, empty: { kind: 'a', list: [] }, afterLoss: '', onNotice })

  it('is as it was when what was read of it is written back, whatever else is in it', () => {
    const element = fc.oneof(
      fc.record(
        { id: fc.uuid(), size: fc.oneof(fc.integer(), fc.string()), more: fc.jsonValue() },
        { requiredKeys: ['id'] },
      ),
      fc.jsonValue(),
    )
    const content = fc.record({ kind: fc.constantFrom('a', 'b', 'c'), list: fc.array(element), more: fc.jsonValue() })
    fc.assert(
      fc.property(content, (raw) => {
        put('x.json', raw)
        const file = open()
        file.write(file.read())
        expect(stored('x.json')).toEqual(JSON.parse(JSON.stringify(raw)))
      }),
    )
  })

  it('leaves nothing half-written: neither where a write fails nor after a process that was killed', () => {
    const dead = spawnSync(process.execPath, ['-e', '']).pid
    put(`x.json.${dead}.part`, 'half')
    put(`x.json.${process.ppid}.part`, 'of one that runs')
    put('x.json.1.bak', 'of somebody')
    open().write({ kind: 'b', list: [] })
    const others = [`x.json.${process.ppid}.part`, 'test', 'x.json', 'x.json.1.bak']
    expect(readdirSync(dataDir).toSorted()).toEqual(others.toSorted())
    rmSync(join(dataDir, 'x.json'))
    const file = open()
    mkdirSync(join(dataDir, 'x.json.taken'))
    const blocked = createJsonFile({
      file: join(dataDir, 'x.json.taken'),
      shape,
      empty: file.read(),
      afterLoss: '',
      onNotice,
    })
    expect(() => blocked.write({ kind: 'b', list: [] })).toThrow('could not be read or written')
    expect(existsSync(join(dataDir, `x.json.taken.${process.pid}.part`))).toBe(false)
  })
})
