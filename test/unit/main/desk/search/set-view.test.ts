import { describe, expect, it } from 'vitest'
import type { SetHistory } from '../../../../../src/engine/search/set-index.ts'
import { describeSet } from '../../../../../src/main/desk/search/set-view.ts'
import type { ListedEntry } from '../../../../../src/shared/model/feed-entry.ts'
import { feedEntry } from '../../../../support/feed-entries.ts'
import { parcelSet } from '../../../../support/parcel-sets.ts'

const at = (hour: number): string => `2026-11-20T${String(hour).padStart(2, '0')}:00:00.000Z`

/** What the pane tells of a set that searches found and messages reported, newest first. */
async function timelineOf(history: SetHistory, messages: readonly Partial<ListedEntry>[]): Promise<string[]> {
  const seen = {
    read: () => [parcelSet({ setId: 'set' })],
    history: () => history,
    rowChanges: () => [],
    servicesOf: () => [],
    savedDocuments: () => new Map(),
    savedVersions: () => [],
    find: () => Promise.resolve(undefined),
    loadDocuments: () => Promise.resolve('none' as const),
  }
  const inbox = { ofSet: () => messages.map((message) => feedEntry(message)), knownState: () => undefined }
  const { timeline } = await describeSet(seen, 'set', inbox)
  return timeline.map(({ state, text }) => `${state}: ${text}`)
}

describe('the timeline of a set', () => {
  const found = (...changes: readonly [number, string][]): SetHistory => ({
    firstSeenAt: at(8),
    firstStatus: 'signed',
    changes: changes.map(([hour, after]) => ({ seenAt: at(hour), before: 'signed', after })),
  })

  it('tells a change once, with who did it, where a message said so before a search found it', async () => {
    const message = { newStatus: 'ISSUED', updatedAt: at(9), actor: 'Maria Lopes', actorCompany: null }
    expect(await timelineOf(found([10, 'issued']), [message])).toEqual([
      'ISSUED: Maria Lopes',
      'signed: first found by a search',
    ])
  })

  it('tells what a search found by itself, and the same state a second time', async () => {
    const message = { newStatus: 'ISSUED', updatedAt: at(9), actor: null, actorCompany: null }
    expect(await timelineOf(found([10, 'issued'], [11, 'signed'], [12, 'issued']), [message])).toEqual([
      'issued: found by a search',
      'signed: found by a search',
      'ISSUED: said by a message',
      'signed: first found by a search',
    ])
  })

  it('says of a late message that a newer state was known, and nothing of what checks found', async () => {
    const late = { newStatus: 'Signed', updatedAt: at(9), isOutdated: true, actor: 'Maria Lopes', actorCompany: null }
    const check = { source: 'check', newStatus: 'ISSUED', updatedAt: null, seenAt: at(10) } as const
    expect(await timelineOf(found(), [late, check])).toEqual([
      'Signed: Maria Lopes; it came when a newer state was known',
      'signed: first found by a search',
    ])
  })
})
