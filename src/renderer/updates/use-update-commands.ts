import { useDesk } from '../client/desk-store.ts'
import { useCommands } from '../commands/use-commands.ts'
import { checkForUpdates, downloadUpdate, installUpdate } from './updates-actions.ts'

/** For the palette, from every screen. */
export function useUpdateCommands(): void {
  const { state } = useDesk((desk) => desk.updates)
  const isHidden = state === 'unavailable'
  const group = 'Application'
  useCommands([
    { id: 'updates.check', title: 'Check for updates', group, isHidden, run: () => void checkForUpdates() },
    {
      id: 'updates.download',
      title: 'Download the update',
      group,
      isHidden: state !== 'available',
      run: () => void downloadUpdate(),
    },
    {
      id: 'updates.install',
      title: 'Install update and restart',
      group,
      isHidden: state !== 'ready',
      run: () => void installUpdate(),
    },
  ])
}
