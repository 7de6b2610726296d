import type { ReactNode } from 'react'
import { SIZE_LIMITS, type SizeLimitName } from '../../shared/model/size-limits.ts'
import { useDesk } from '../client/desk-store.ts'
import { numberText } from '../ui/base/words.ts'
import { NumberSelect } from '../ui/fields/NumberSelect.tsx'
import { settingsStore } from '../client/settings-store.ts'
import { SettingsSection } from './section/SettingsSection.tsx'
import styles from './SettingsScreen.module.css'

interface SizeChoice {
  readonly name: SizeLimitName
  readonly label: string
  readonly description: string
  readonly stepsMb: readonly number[]
}

const CHOICES: readonly SizeChoice[] = [
  {
    name: 'largestDocumentMb',
    label: 'Largest document',
    description: 'Larger ones are not saved, and the list of the save says which.',
    stepsMb: [100, 500, 1_000, 5_000, 20_000, 100_000],
  },
  {
    name: 'largestPreviewMb',
    label: 'Largest document in the preview',
    description: 'Larger ones can be opened in the system’s reader.',
    stepsMb: [50, 100, 256, 512, 1_000, 2_000],
  },
  {
    name: 'largestMessageMb',
    label: 'Largest message of a queue',
    description:
      'Only the beginning of a larger one is kept, and it is listed as unreadable. Most are smaller than 1 kB.',
    stepsMb: [1, 2, 4, 8, 16],
  },
]

/** Size limits for what comes from outside. */
export function SizesSection(): ReactNode {
  const settings = useDesk((desk) => desk.settings)
  const { change } = settingsStore.actions
  return (
    <SettingsSection
      section="sizes"
      about="Limits that keep a service or queue from filling this computer. Some space is always left free on each disk."
    >
      {CHOICES.map(({ name, label, description, stepsMb }) => (
        <div key={name} className={styles.narrow}>
          <NumberSelect
            label={label}
            description={description}
            steps={stepsMb}
            titleOf={(mb) => titleOf(mb, SIZE_LIMITS[name].default)}
            value={settings[name]}
            onChange={(mb) => void change('sizes', { [name]: mb })}
          />
        </div>
      ))}
    </SettingsSection>
  )
}

function titleOf(mb: number, usualMb: number): string {
  const size = mb < 1_000 ? `${mb} MB` : `${numberText(mb / 1_000)} GB`
  return mb === usualMb ? `${size} (usual)` : size
}
