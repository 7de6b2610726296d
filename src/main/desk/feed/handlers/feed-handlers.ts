import { AppError } from '../../../../shared/errors/app-error.ts'
import { createChosenFiles } from '../../chosen-files.ts'
import type { OpenSessions } from '../../sessions.ts'
import type { HandlersOf } from '../../handlers.ts'
import type { ParcelDesk } from '../../../../engine/parcel-desk.ts'
import type { DeskPorts } from '../../desk-ports.ts'
import type { ChosenFolders } from '../../chosen-paths.ts'
import { createBrokerHandlers } from './broker-handlers.ts'
import type { EnvironmentFeed } from '../environment-feed.ts'
import { refuseWhereForbidden } from '../../../../engine/feed/queue/queue-policy.ts'
import type { FeedsService } from '../feeds-service.ts'
import { createFollowHandlers } from './follow-handlers.ts'
import { createRuleHandlers } from './rule-handlers.ts'

const MINUTE_MS = 60_000
/** Asked outside the page too: what it takes from others cannot be given back (W-L5). */
const TAKES_MESSAGES = {
  message: 'Take messages from the queue on this desk?',
  detail:
    'A queue gives each message to one program only: another desk or system that reads it will miss what this one takes.',
  action: 'Take messages',
}
const FILE_KINDS = {
  ca: { title: 'Certificate authority of the broker', extensions: ['pem', 'crt', 'cer'] },
  certificate: { title: 'Certificate for the broker', extensions: ['pem', 'crt', 'cer'] },
  key: { title: 'Key of the certificate', extensions: ['pem', 'key'] },
} as const
const FOLDER_TITLES = {
  collector: 'Folder for the journal that others follow',
  follower: 'Folder with the journal to follow',
} as const

interface Parts {
  ports: Pick<DeskPorts, 'folders' | 'policy' | 'clock' | 'confirm'>
  engine: Pick<ParcelDesk, 'accounts'>
  sessions: Pick<OpenSessions, 'find'>
  feeds: Pick<FeedsService, 'of'>
  chosen: ChosenFolders
}

/** Brokers, followed customers, checks, alerts and rules for the page: of the environment that its session is in. */
export function createFeedHandlers({ ports, engine, sessions, feeds, chosen }: Parts): HandlersOf<'feeds'> {
  const feedOf = (sessionId: string): EnvironmentFeed => feeds.of(sessions.find(sessionId).connection.environment)
  const feedOwnedBy = (sessionId: string): EnvironmentFeed => {
    const { profile, baseUrl, username } = sessions.find(sessionId).connection
    const feed = feedOf(sessionId)
    feed.settings.change({ account: { profile: profile ?? null, baseUrl, username } })
    return feed
  }
  const chosenFiles = createChosenFiles()
  const { clock } = ports
  return {
    ...createBrokerHandlers({ feedOf: feedOwnedBy, chosenFiles, passwords: engine.accounts.brokers }),
    ...createFollowHandlers({ sessions, feedOf, feedOwnedBy }),
    ...createSwitchHandlers({ ports, feedOf, feedOwnedBy }),
    ...createRuleHandlers({ feedOwnedBy, chosen, clock }),
    'feeds.read': async ({ sessionId }) => {
      const feed = feedOf(sessionId)
      // What is forbidden may have changed on the disk.
      await feed.sources.apply()
      return feed.view()
    },
    'feeds.chooseFile': async ({ kind }) => {
      const { title, extensions } = FILE_KINDS[kind]
      const path = await ports.folders.chooseFile(title, extensions)
      return path === undefined ? null : chosenFiles.add(path)
    },
    'feeds.pauseAlerts': async ({ sessionId, minutes }) => {
      const feed = feedOf(sessionId)
      const until = new Date(clock.now().getTime() + minutes * MINUTE_MS)
      feed.settings.change({ pausedUntil: minutes === 0 ? null : until.toISOString() })
      await feed.apply()
      return feed.view()
    },
  }
}

interface Switching {
  ports: Parts['ports']
  feedOf: (sessionId: string) => EnvironmentFeed
  feedOwnedBy: (sessionId: string) => EnvironmentFeed
}

type SwitchMethod = `feeds.${'switchOn' | 'switchOff' | 'tryNow' | 'setMode'}`

/** Taking messages is off until somebody who has read what it means switches it on (T36). */
function createSwitchHandlers({ ports, feedOf, feedOwnedBy }: Switching): Pick<HandlersOf<'feeds'>, SwitchMethod> {
  const { folders, policy, clock, confirm } = ports
  return {
    'feeds.switchOn': async ({ sessionId }) => {
      refuseWhereForbidden(policy)
      const feed = feedOwnedBy(sessionId)
      if (!feed.settings.read().isOn && !(await confirm(TAKES_MESSAGES))) throw new AppError({ tag: 'interrupted' })
      feed.settings.change({ isOn: true, warningAcceptedAt: clock.now().toISOString() })
      await feed.apply()
      return feed.view()
    },
    'feeds.switchOff': async ({ sessionId }) => {
      const feed = feedOf(sessionId)
      feed.settings.change({ isOn: false })
      await feed.apply()
      return feed.view()
    },
    'feeds.tryNow': async ({ sessionId }) => {
      const feed = feedOf(sessionId)
      await feed.apply()
      feed.sources.tryNow()
      return feed.view()
    },
    'feeds.setMode': async ({ sessionId, mode }) => {
      if (mode === 'collector') refuseWhereForbidden(policy)
      const feed = feedOf(sessionId)
      const { journalFolder: known } = feed.settings.read()
      const folder = mode === 'own' ? known : await folders.chooseFolder(FOLDER_TITLES[mode], known ?? undefined)
      if (folder === undefined) return feed.view()
      feedOwnedBy(sessionId).settings.change({ mode, journalFolder: folder })
      await feed.apply()
      return feed.view()
    },
  }
}
