import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { describeOrganisation } from '../../../../../src/main/desk/settings/organisation.ts'
import { createSettingsStore } from '../../../../../src/main/desk/settings/settings-store.ts'
import { tempFolder } from '../../../../support/temp-folder.ts'
import { policyOf, TEST_POLICY } from '../../../../support/test-policy.ts'

const SET = {
  CloseToTray: true,
  LaunchAtLogin: false,
  ConflictPolicy: 'keep-both',
  ConcurrencyMax: 4,
  NamePattern: '{parcelRef}',
  NamePatternLocked: true,
}
const EDITED = { closesToTray: false, startsAtLogin: true, conflict: 'replace', concurrency: 32, pattern: '{name}' }

async function settingsUnder(values: Parameters<typeof policyOf>[0], stored?: object) {
  const dataDir = join(await tempFolder(), 'data')
  mkdirSync(dataDir)
  if (stored !== undefined) writeFileSync(join(dataDir, 'settings.json'), JSON.stringify(stored))
  return createSettingsStore({ dataDir, policy: policyOf(values), onNotice: () => undefined })
}

describe('the settings', () => {
  it('are what the organisation has set, whatever a file that was edited by hand says', async () => {
    expect((await settingsUnder(SET, EDITED)).read()).toMatchObject({
      closesToTray: true,
      startsAtLogin: false,
      conflict: 'keep-both',
      concurrency: 4,
      pattern: '{parcelRef}',
    })
    expect((await settingsUnder({}, EDITED)).read()).toMatchObject(EDITED)
  })

  it.each([
    { closesToTray: false },
    { startsAtLogin: true },
    { conflict: 'replace' },
    { pattern: '{name}' },
    { concurrency: 5 },
  ] as const)('refuse a change of what is set: %o', async (change) => {
    const settings = await settingsUnder(SET)
    expect(() => settings.change(change)).toThrow(`is forbidden here by your organisation, in ${TEST_POLICY}`)
    expect(settings.read()).toMatchObject({ conflict: 'keep-both', concurrency: 4, closesToTray: true })
  })

  it('take every other change, and the set value itself', async () => {
    const settings = await settingsUnder(SET)
    expect(settings.change({ concurrency: 2, pattern: '{parcelRef}', density: 'roomy' })).toMatchObject({
      concurrency: 2,
      density: 'roomy',
      closesToTray: true,
    })
  })
})

describe('what the page is told', () => {
  it('is nothing without a policy', () => {
    expect(describeOrganisation(policyOf().current())).toEqual({
      locked: {},
      services: [],
      environment: null,
      roots: null,
      mostConcurrency: 32,
    })
  })

  it('is what is locked, on or off, and by whom', () => {
    const by = `your organisation, in ${TEST_POLICY}`
    const { locked } = describeOrganisation(policyOf(SET).current())
    expect(locked).toEqual({ closesToTray: by, startsAtLogin: by, conflict: by, concurrency: by, pattern: by })
  })

  it('is the only environment that is allowed, if there is one', () => {
    const told = (EnvironmentAllowed: string) => describeOrganisation(policyOf({ EnvironmentAllowed }).current())
    expect(told('any')).toMatchObject({ environment: null, locked: {} })
    const by = `your organisation, in ${TEST_POLICY}`
    expect(told('test')).toMatchObject({ environment: 'test', locked: { environment: by } })
  })

  it('names who has set what cannot be understood, whether it has a value or none', () => {
    const flawed = { StreamUrl: 'mq.firm.example', QuietHours: '22-06', ConflictPolicy: 'all' }
    const by = `the policy ${TEST_POLICY}, which cannot be read and so counts as forbidding it`
    const { locked } = describeOrganisation(policyOf(flawed).current())
    expect(locked).toEqual({ streamBroker: by, quietHours: by, conflict: by })
  })
})
