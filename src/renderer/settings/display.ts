import { deskStore, type DeskState } from '../client/desk-store.ts'
import { allowSingleKeys } from '../commands/commands-store.ts'
import { setRegion } from '../ui/base/words.ts'

/** Draws the page, and takes its keys, as the settings say, from before the first screen on. Subscribe before any component does. */
export function followDisplay(): void {
  let drawn = ''
  deskStore.subscribe(({ desk }) => {
    if (desk === undefined) return
    const { appearance, density, textSize, dates, singleKeys } = desk.settings
    const region = regionOf(desk)
    const wanted = JSON.stringify([appearance, density, textSize, dates, singleKeys, region])
    if (wanted === drawn) return
    drawn = wanted
    setRegion({ region, dates })
    allowSingleKeys(singleKeys)
    const { dataset, style } = document.documentElement
    // tokens.css follows the system where there is no `data-theme`.
    if (appearance === 'system') delete dataset['theme']
    else dataset['theme'] = appearance
    dataset['density'] = density
    style.fontSize = `${textSize}%`
  })
}

/** The region of the settings, of the system, or of the browser where the host does not know the system’s. */
export function regionOf({ settings, systemRegion }: Pick<DeskState, 'settings' | 'systemRegion'>): string {
  if (settings.region !== 'system') return settings.region
  return systemRegion === null || systemRegion === '' ? navigator.language : systemRegion
}
