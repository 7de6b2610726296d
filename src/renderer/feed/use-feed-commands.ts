import { call } from '../client/desk-client.ts'
import { useDesk } from '../client/desk-store.ts'
import { type CommandOffer, useCommands } from '../commands/use-commands.ts'
import { runFeedCommand } from '../settings/feed/change-feed.ts'
import { goToSection } from '../settings/section/go-to-section.ts'

/** What the palette can do about the feed from any place. */
export function useFeedCommands(): void {
  const view = useDesk(({ feed }) => feed?.view)
  const isPaused = (view?.pausedUntil ?? null) !== null
  const offer = (id: string, title: string, rest: Pick<CommandOffer, 'isEnabled' | 'run'>): CommandOffer => ({
    id: `feed.${id}`,
    title,
    group: 'Notifications',
    ...rest,
  })
  useCommands([
    offer('settings', 'Set up notifications', { run: () => goToSection('followed') }),
    offer('check', 'Check for changes now', {
      isEnabled: (view?.followed.length ?? 0) > 0,
      run: () => void runFeedCommand((sessionId) => call('feeds.checkNow', { sessionId })),
    }),
    offer('tryNow', 'Connect to the queues now', {
      isEnabled: view?.isOn === true || view?.mode === 'streams',
      run: () => void runFeedCommand((sessionId) => call('feeds.tryNow', { sessionId })),
    }),
    offer('pause', isPaused ? 'Show desktop notifications again' : 'Pause desktop notifications for an hour', {
      isEnabled: view?.alerts.isOn === true,
      run: () =>
        void runFeedCommand((sessionId) => call('feeds.pauseAlerts', { sessionId, minutes: isPaused ? 0 : 60 })),
    }),
  ])
}
