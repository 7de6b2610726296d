import type { DeskSnapshot } from '../../../shared/contract/contract.ts'
import { bytesOfMb } from '../../../shared/model/size-limits.ts'
import { createChosenFiles, type ChosenFiles } from '../chosen-paths.ts'
import type { DeskCore } from '../desk-core.ts'
import type { ShownRoom } from '../room.ts'
import type { JobQueue } from '../saving/job-queue.ts'
import type { OpenSessions } from '../sessions.ts'
import { createFeedsService, type FeedsService } from './feeds-service.ts'
import { createFeedHandlers } from './handlers/feed-handlers.ts'
import { createInboxHandlers } from './handlers/inbox-handlers.ts'

export interface FeedsRoom extends ShownRoom<'feeds' | 'inbox', 'feed'> {
  feeds: FeedsService
  /** The certificate and key files that the user has picked for a broker. */
  queueFiles: ChosenFiles
}

export function registerFeeds(desk: DeskCore, queue: JobQueue): FeedsRoom {
  const { ports, engine, events, sessions, settings, chosenFolders: chosen, tableFiles, notices } = desk
  const queueFiles = createChosenFiles()
  const feeds = createFeedsService({
    ports,
    engine,
    events,
    sessions,
    queue,
    onNotice: notices.add,
    concurrency: () => settings.read().concurrency,
    largestMessageBytes: () => bytesOfMb(settings.read().largestMessageMb),
  })
  return {
    feeds,
    queueFiles,
    handlers: {
      ...createFeedHandlers({ ports, engine, sessions, feeds, chosen, chosenFiles: queueFiles }),
      ...createInboxHandlers({ sessions, feeds, tableFiles }),
    },
    snapshot: () => ({ feed: notices.unlessBroken(() => describeFeed(sessions, feeds), null) }),
    start: feeds.start,
    onPolicy: feeds.applyPolicy,
    stop: feeds.stop,
  }
}

/** The feed of the current session's environment. */
function describeFeed(sessions: OpenSessions, feeds: FeedsService): DeskSnapshot['feed'] {
  const current = sessions.current()
  if (current === undefined) return null
  const feed = feeds.of(current.connection.environment)
  return { view: feed.view(), counts: feed.counts() }
}
