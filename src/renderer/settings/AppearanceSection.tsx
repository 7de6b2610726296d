import type { ReactNode } from 'react'
import { useDesk } from '../client/desk-store.ts'
import { Segmented } from '../ui/fields/RadioGroup.tsx'
import { Select } from '../ui/fields/Select.tsx'
import { changeAppearance, COLOURS, DENSITIES } from './appearance.ts'
import { SettingsSection } from './section/SettingsSection.tsx'
import styles from './SettingsScreen.module.css'

const TEXT_SIZES = [90, 100, 110, 125, 150]

/** Colours, the height of rows, and the size of text. */
export function AppearanceSection(): ReactNode {
  const { appearance, density, textSize } = useDesk((desk) => desk.settings)
  const sizes = [...new Set([...TEXT_SIZES, textSize])].toSorted((one, other) => one - other)
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
        <Select
          label="Text size"
          options={sizes.map((size) => ({ id: String(size), title: size === 100 ? '100% (usual)' : `${size}%` }))}
          value={String(textSize)}
          onChange={(id) => changeAppearance({ textSize: Number(id) })}
        />
      </div>
    </SettingsSection>
  )
}
