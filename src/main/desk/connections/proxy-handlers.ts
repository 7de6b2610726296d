import { badUsage } from '../../../shared/errors/app-error.ts'
import type { ProxyPasswords } from '../../../engine/accounts/proxy-passwords.ts'
import type { EventHub } from '../event-hub.ts'
import type { FeedsService } from '../feed/feeds-service.ts'
import type { HandlersOf } from '../router.ts'

interface ProxyHandlerDependencies {
  proxies: ProxyPasswords
  feeds: Pick<FeedsService, 'of'>
  events: Pick<EventHub, 'emit'>
}

/** The page’s calls about proxies that ask for a password, and the events that say which do. */
export function createProxyHandlers({ proxies, feeds, events }: ProxyHandlerDependencies): HandlersOf<'proxies'> {
  const emitChanged = (): void => events.emit('proxies.changed', { proxies: proxies.wanted() })
  proxies.onWanted(emitChanged)
  return {
    'proxies.signIn': async ({ proxy, username, password, keeps }) => {
      // A page can have no password kept for what it thinks up.
      if (!proxies.wanted().some((one) => one.proxy === proxy))
        throw badUsage('This proxy does not ask for a password.')
      const kept = await proxies.remember(proxy, { username, password }, keeps)
      emitChanged()
      for (const environment of ['test', 'production'] as const) feeds.of(environment).sources.retryNow()
      return { isKept: kept === 'kept' }
    },
  }
}
