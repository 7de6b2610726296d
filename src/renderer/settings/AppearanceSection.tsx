import type { ReactNode } from 'react'
import { useDesk } from '../client/desk-store.ts'
import { Segmented } from '../ui/fields/RadioGroup.tsx'
import { NumberSelect } from '../ui/fields/NumberSelect.tsx'
import { changeAppearance, COLOURS, DENSITIES } from './appearance.ts'
import { SettingsSection } from './section/SettingsSection.tsx'
import styles from './SettingsScreen.module.css'

const TEXT_SIZES = [90, 100, 110, 125, 150]

/** Colours, the height of rows, and the size of text. */
export function AppearanceSection(): ReactNode {
  const { appearance, density, textSize } = useDesk((desk) => desk.settings)
  return (
    <SettingsSection
      section="appearance"
      about="Text size is a percentage of the system’s. Ctrl with + or − changes it for this window only."
    >
      <Segmented
        label="Colours"
        choices={COLOURS}
        value={appearance}
        onChange={(id) => changeAppearance({ appearance: id })}
      />
      <Segmented
        label="Height of rows"
        choices={DENSITIES}
        value={density}
        onChange={(id) => changeAppearance({ density: id })}
      />
      <div className={styles.narrow}>
        <NumberSelect
          label="Text size"
          steps={TEXT_SIZES}
          titleOf={(size) => (size === 100 ? '100% (usual)' : `${size}%`)}
          value={textSize}
          onChange={(size) => changeAppearance({ textSize: size })}
        />
      </div>
    </SettingsSection>
  )
}
