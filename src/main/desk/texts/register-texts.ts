import { wrongNumbers } from '../../../engine/texts/container-numbers.ts'
import type { DeskCore } from '../desk-core.ts'
import type { Room } from '../room.ts'
import type { SearchRuns } from '../search/search-runs.ts'
import { createTextUpdates } from './text-updates.ts'

export function registerTexts(
  { ports, engine, sessions, events, settings }: DeskCore,
  runs: SearchRuns,
): Room<'texts'> {
  const isWanted = (): boolean => settings.read().indexesTexts
  const updates = createTextUpdates({ engine, events, clock: ports.clock, runs, isWanted })
  return {
    handlers: {
      'texts.find': async ({ sessionId, words, limit }) => {
        const { environment, baseUrl } = sessions.find(sessionId).connection
        const hits = await engine.texts(environment).find({ words, limit, baseUrl })
        return { hits, remarks: wrongNumbers(words) }
      },
      'texts.status': ({ sessionId }) => engine.texts(sessions.find(sessionId).connection.environment).status(),
    },
    start: updates.start,
    stop: updates.stop,
  }
}
