import { nativeTheme } from 'electron'
import { contract } from '../../shared/contract/contract.ts'
import type { Desk } from '../core/compose-desk.ts'

/** Gives menus, dialogs and the title bar the same light or dark that the page has. */
export async function followAppearance({ router, events }: Pick<Desk, 'router' | 'events'>): Promise<void> {
  events.listen((event) => {
    if (event.name === 'settings.changed') nativeTheme.themeSource = event.payload.appearance
  })
  const reply = await router.answer('settings.read', {})
  if (!reply.isOk) return
  nativeTheme.themeSource = contract.methods['settings.read'].output.parse(reply.value).appearance
}
