import { type CommandOffer, useCommands } from '../commands/use-commands.ts'
import { changeAppearance, COLOURS, DENSITIES } from './appearance.ts'

/** Colours and the height of rows, from every screen. */
export function useAppearanceCommands(): void {
  useCommands(OFFERS)
}

const OFFERS: readonly CommandOffer[] = [
  ...COLOURS.map(({ id, title }) => ({
    id: `settings.colours.${id}`,
    title: `Colours: ${title.toLowerCase()}`,
    group: 'Settings',
    run: () => changeAppearance({ appearance: id }),
  })),
  ...DENSITIES.map(({ id, title }) => ({
    id: `settings.density.${id}`,
    title: `Height of rows: ${title.toLowerCase()}`,
    group: 'Settings',
    run: () => changeAppearance({ density: id }),
  })),
]
