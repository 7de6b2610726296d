import { badUsage } from '../../shared/errors/app-error.ts'
import type { HandlersOf } from '../core/handlers.ts'

/** Brokers, followed customers, alerts and rules for the page. */
export function createFeedHandlers(): HandlersOf<'feeds'> {
  return {
    'feeds.read': refuse,
    'feeds.saveBroker': refuse,
    'feeds.removeBroker': refuse,
    'feeds.chooseFile': refuse,
    'feeds.follow': refuse,
    'feeds.switchOn': refuse,
    'feeds.switchOff': refuse,
    'feeds.tryNow': refuse,
    'feeds.checkNow': refuse,
    'feeds.change': refuse,
    'feeds.setMode': refuse,
    'feeds.pauseAlerts': refuse,
    'feeds.saveRule': refuse,
    'feeds.removeRule': refuse,
  }
}

function refuse(): never {
  throw badUsage('The feed is not there yet.')
}
