import { type CommandOffer, useCommands } from '../commands/use-commands.ts'
import { chooseAppearance } from './appearance.ts'
import { openLogFolder, saveSupportBundle } from './diagnostics-actions.ts'

/** What can be done here, for the palette. */
export function useSettingsCommands(onAddProfile: () => void): void {
  const offer = (id: string, title: string, run: () => void): CommandOffer => ({
    id: `settings.${id}`,
    title,
    group: 'Settings',
    run,
  })
  useCommands([
    offer('addProfile', 'Add a profile…', onAddProfile),
    offer('appearanceSystem', 'Appearance: as the system', () => void chooseAppearance('system')),
    offer('appearanceLight', 'Appearance: light', () => void chooseAppearance('light')),
    offer('appearanceDark', 'Appearance: dark', () => void chooseAppearance('dark')),
    offer('openLogFolder', 'Open log folder', () => void openLogFolder()),
    offer('saveBundle', 'Save support bundle…', () => void saveSupportBundle()),
  ])
}
