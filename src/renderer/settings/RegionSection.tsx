import type { ReactNode } from 'react'
import { createRegionFormats, type DateForm } from '../../shared/text/region.ts'
import { useDesk } from '../client/desk-store.ts'
import base from '../ui/base/base.module.css'
import { Segmented } from '../ui/fields/RadioGroup.tsx'
import { type Option, Select } from '../ui/fields/Select.tsx'
import { regionOf } from './display.ts'
import { settingsStore } from '../client/settings-store.ts'
import { SettingsSection } from './section/SettingsSection.tsx'
import styles from './SettingsScreen.module.css'

/** Regions that trade by sea; the system may be set to any other. */
const REGIONS =
  'ar-AE ar-EG ar-SA bg-BG cs-CZ da-DK de-AT de-CH de-DE el-GR en-AU en-CA en-GB en-HK en-IE en-IN en-NZ en-PH en-SG en-US en-ZA es-AR es-CL es-CO es-ES es-MX es-PE et-EE fa-IR fi-FI fr-BE fr-CA fr-CH fr-FR he-IL hr-HR hu-HU id-ID it-CH it-IT ja-JP ko-KR lt-LT lv-LV ms-MY nb-NO nl-BE nl-NL pl-PL pt-BR pt-PT ro-RO ru-RU sk-SK sl-SI sv-SE th-TH tr-TR uk-UA vi-VN zh-CN zh-HK zh-SG zh-TW'.split(
    ' ',
  )
const DATES: readonly { readonly id: DateForm; readonly title: string }[] = [
  { id: 'name', title: 'Month in words' },
  { id: 'digits', title: 'Digits' },
  { id: 'iso', title: 'ISO 8601' },
]
/** A day whose month and day cannot be mixed up, in an afternoon. */
const SAMPLE_DAY = { year: 2026, month: 3, day: 24 }
const SAMPLE_TIME = { hour: 14, minute: 5 }

/** How numbers, dates and times are written, and how names are sorted. */
export function RegionSection(): ReactNode {
  const settings = useDesk((desk) => desk.settings)
  const systemRegion = useDesk((desk) => desk.systemRegion)
  const ofSystem = regionOf({ settings: { ...settings, region: 'system' }, systemRegion })
  const { number, day, time } = createRegionFormats({ ...settings, region: regionOf({ settings, systemRegion }) })
  const change = (changed: Partial<Pick<typeof settings, 'region' | 'dates'>>): void =>
    void settingsStore.actions.change('region', changed)
  return (
    <SettingsSection
      section="region"
      about="How numbers, dates and times are written, and how names are sorted. Dates in documents and exported files do not change."
    >
      <div className={styles.narrow}>
        <Select
          label="Region"
          options={[
            { id: 'system', title: `Same as the system: ${regionName(ofSystem)}` },
            ...optionsWith(settings.region),
          ]}
          value={settings.region}
          onChange={(region) => change({ region })}
        />
      </div>
      <Segmented label="Dates" choices={DATES} value={settings.dates} onChange={(dates) => change({ dates })} />
      <p className={base.muted}>{`Example: ${number(12_345.6)} · ${day(SAMPLE_DAY)} ${time(SAMPLE_TIME)}`}</p>
    </SettingsSection>
  )
}

const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language' })
const REGION_NAMES = new Intl.DisplayNames('en', { type: 'region' })
const OPTIONS: readonly Option<string>[] = REGIONS.map((id) => ({ id, title: regionName(id) })).toSorted((one, other) =>
  one.title.localeCompare(other.title, 'en'),
)

/** With the chosen one, which another version may have offered. */
function optionsWith(chosen: string): readonly Option<string>[] {
  const isListed = chosen === 'system' || OPTIONS.some(({ id }) => id === chosen)
  return isListed ? OPTIONS : [{ id: chosen, title: regionName(chosen) }, ...OPTIONS]
}

/** “Switzerland (German)”, or the tag itself where it is not known. */
function regionName(tag: string): string {
  try {
    const { language, region } = new Intl.Locale(tag)
    const languageName = LANGUAGE_NAMES.of(language) ?? language
    if (region === undefined) return languageName
    return `${REGION_NAMES.of(region) ?? region} (${languageName})`
  } catch {
    return tag
  }
}
