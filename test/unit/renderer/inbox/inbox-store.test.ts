import { describe, expect, it } from 'vitest'
import { idsOf, sampleEntries, sampleEntry } from './sample-entry.ts'
import { sampleInbox, type SampleInbox } from './sample-inbox.ts'

const many = sampleEntries(...Array.from({ length: 1_000 }, (_, at) => at + 1))

describe('reading the inbox', () => {
  it('starts with the newest and continues in pieces to the oldest', async () => {
    const { store } = sampleInbox(many)
    await store.reader.reload()
    expect(store.getState()).toMatchObject({ count: 1_000, hasMore: true })
    expect(store.getState().entries[0]?.entryId).toBe(1_000)
    while (store.getState().hasMore) await store.reader.more()
    expect(idsOf(store.getState().entries)).toEqual(idsOf(many.toReversed()))
  })

  it('shows the latest request, whichever answer arrives first', async () => {
    const inbox = sampleInbox([sampleEntry({ entryId: 1, isDone: true }), sampleEntry({ entryId: 2 })])
    await Promise.all([inbox.store.filter({ show: 'done' }), inbox.store.filter({ show: 'open' })])
    expect(idsOf(inbox.store.getState().entries)).toEqual([2])
  })

  it('keeps the entry that a notification opened', async () => {
    const { store } = sampleInbox(sampleEntries(1, 2))
    store.focus.focus(1)
    await store.reader.reload({ focusedId: 1 })
    expect(store.getState().focusedId).toBe(1)
    await store.filter({ show: 'all' })
    expect(store.getState().focusedId).toBeNull()
  })

  it('keeps the failure until reading succeeds', async () => {
    const inbox = sampleInbox(sampleEntries(1))
    inbox.entries = []
    Object.defineProperty(inbox, 'entries', {
      get: () => {
        throw new Error('the disk is full')
      },
      configurable: true,
    })
    await inbox.store.reader.reload()
    expect(inbox.store.getState().failure).toMatchObject({ message: 'the disk is full' })
    Object.defineProperty(inbox, 'entries', { value: sampleEntries(1) })
    await inbox.store.reader.reload()
    expect(inbox.store.getState()).toMatchObject({ failure: null, count: 1 })
  })
})

describe('new entries', () => {
  it('appear on top without a notice while nothing is being read', async () => {
    const inbox = sampleInbox(sampleEntries(1, 2))
    await inbox.store.reader.reload()
    inbox.entries = sampleEntries(1, 2, 3)
    await inbox.store.reader.refresh()
    expect(idsOf(inbox.store.getState().entries)).toEqual([3, 2, 1])
    expect(inbox.store.getState().newAbove).toBe(0)
  })

  it('are counted as new above while an entry is being read', async () => {
    const inbox = sampleInbox(sampleEntries(1, 2))
    await inbox.store.reader.reload()
    inbox.store.focus.focus(2)
    inbox.entries = sampleEntries(1, 2, 3, 4)
    await inbox.store.reader.refresh()
    expect(inbox.store.getState()).toMatchObject({ newAbove: 2, focusedId: 2 })
    inbox.store.reader.setAtTop(true)
    expect(inbox.store.getState().newAbove).toBe(0)
  })

  it('do not move what is being read, even if more arrive than a piece holds', async () => {
    const inbox = sampleInbox(sampleEntries(1, 2))
    await inbox.store.reader.reload()
    inbox.store.focus.focus(2)
    inbox.entries = many
    await inbox.store.reader.refresh()
    expect(inbox.store.getState()).toMatchObject({ isCutOff: true, newAbove: 998, count: 1_000 })
    expect(idsOf(inbox.store.getState().entries)).toEqual([2, 1])
    await inbox.store.reader.reload()
    expect(inbox.store.getState()).toMatchObject({ isCutOff: false, newAbove: 0 })
    expect(inbox.store.getState().entries[0]?.entryId).toBe(1_000)
  })

  it('replace the list if more arrive than a piece holds and nothing is being read', async () => {
    const inbox = sampleInbox(sampleEntries(1, 2))
    await inbox.store.reader.reload()
    inbox.entries = many
    await inbox.store.reader.refresh()
    expect(inbox.store.getState().entries[0]?.entryId).toBe(1_000)
    while (inbox.store.getState().hasMore) await inbox.store.reader.more()
    expect(inbox.store.getState().entries).toHaveLength(1_000)
  })
})

describe('marking entries', () => {
  it('removes a done entry from the open ones at once, and moves on to the next', async () => {
    const inbox = sampleInbox(sampleEntries(1, 2, 3))
    await inbox.store.reader.reload()
    inbox.store.focus.focus(2)
    const marking = inbox.store.marks.mark([2], { isDone: true })
    expect(idsOf(inbox.store.getState().entries)).toEqual([3, 1])
    expect(inbox.store.getState()).toMatchObject({ focusedId: 1, count: 2 })
    await marking
    expect(inbox.toasts.map(({ text }) => text)).toEqual(['1 entry done'])
  })

  it('returns an entry to its place on Undo, once', async () => {
    const inbox = sampleInbox(sampleEntries(1, 2, 3))
    await inbox.store.reader.reload()
    await inbox.store.marks.mark([2, 3], { isDone: true })
    inbox.toasts[0]?.undo?.()
    await inbox.store.marks.undoLast()
    await inbox.store.reader.refresh()
    expect(idsOf(inbox.store.getState().entries)).toEqual([3, 2, 1])
    expect(inbox.store.getState().count).toBe(3)
    expect(inbox.entries.some(({ isDone }) => isDone)).toBe(false)
    expect(inbox.caller.inputsOf('inbox.mark')).toHaveLength(2)
  })

  it('offers Undo only for what was changed', async () => {
    const inbox = sampleInbox([sampleEntry({ entryId: 1, isFlagged: true }), sampleEntry({ entryId: 2 })])
    await inbox.store.reader.reload()
    await inbox.store.marks.mark([1, 2], { isFlagged: true })
    expect(inbox.toasts.map(({ text }) => text)).toEqual(['1 entry flagged'])
    expect(inbox.dismissed).toEqual([])
    await inbox.store.marks.undoLast()
    expect(inbox.dismissed, 'Undo by key removes the toast').toEqual(inbox.toasts)
    expect(inbox.caller.inputsOf('inbox.mark').at(-1)).toMatchObject({ entryIds: [2], change: { isFlagged: false } })
  })

  it('undoes by key what the list shows, also before it is stored, and not the mark before it', async () => {
    const inbox = sampleInbox(sampleEntries(1, 2, 3))
    await inbox.store.reader.reload()
    await inbox.store.marks.mark([3], { isFlagged: true })
    const marking = inbox.store.marks.mark([2], { isDone: true })
    const undoing = inbox.store.marks.undoLast()
    expect(idsOf(inbox.store.getState().entries)).toEqual([3, 1])
    await Promise.all([marking, undoing])
    await inbox.store.reader.refresh()
    expect(idsOf(inbox.store.getState().entries)).toEqual([3, 2, 1])
    expect(inbox.entries).toMatchObject([{ isDone: false }, { isDone: false }, { isFlagged: true }])
  })

  it('undoes one action after the other by key', async () => {
    const inbox = sampleInbox(sampleEntries(1, 2, 3))
    await inbox.store.reader.reload()
    await inbox.store.marks.mark([3], { isFlagged: true })
    await inbox.store.marks.mark([2], { isDone: true })
    await inbox.store.marks.undoLast()
    await inbox.store.reader.refresh()
    expect(idsOf(inbox.store.getState().entries)).toEqual([3, 2, 1])
    await inbox.store.marks.undoLast()
    await inbox.store.reader.refresh()
    expect(inbox.entries.some(({ isDone, isFlagged }) => isDone || isFlagged)).toBe(false)
    await inbox.store.marks.undoLast()
    expect(inbox.caller.inputsOf('inbox.mark')).toHaveLength(4)
  })

  it('leaves a read entry among the unread ones until the list is reloaded', async () => {
    const inbox = sampleInbox(sampleEntries(1, 2))
    await inbox.store.filter({ show: 'unread' })
    await inbox.store.marks.markViewed(2)
    await inbox.store.reader.refresh()
    expect(idsOf(inbox.store.getState().entries)).toEqual([2, 1])
    await inbox.store.filter({ show: 'unread' })
    expect(idsOf(inbox.store.getState().entries)).toEqual([1])
  })

  it('restores the previous state if the mark could not be stored', async () => {
    const inbox = sampleInbox(sampleEntries(1, 2))
    await inbox.store.reader.reload()
    Object.defineProperty(inbox, 'entries', {
      get: () => {
        throw new Error('the disk is full')
      },
    })
    await inbox.store.marks.mark([2], { isDone: true })
    expect(idsOf(inbox.store.getState().entries)).toEqual([2, 1])
    expect(inbox.store.getState().failure).toMatchObject({ message: 'the disk is full' })
    await inbox.store.marks.undoLast()
    expect(inbox.caller.inputsOf('inbox.mark'), 'nothing is left to undo').toHaveLength(1)
    expect(inbox.toasts).toEqual([])
  })

  it('marks all matching entries, including those not loaded yet', async () => {
    const inbox = sampleInbox(many)
    await inbox.store.reader.reload()
    await inbox.store.marks.markAll({ isRead: true })
    expect(inbox.entries.every(({ isRead }) => isRead)).toBe(true)
    expect(inbox.toasts.map(({ text }) => text)).toEqual(['1,000 entries marked as read'])
  })
})

describe('ticking entries', () => {
  it('ticks from the focused entry to the clicked one', async () => {
    const { store } = sampleInbox(sampleEntries(1, 2, 3, 4))
    await store.reader.reload()
    store.focus.focus(4)
    store.focus.tickTo(2)
    expect(store.getState().ticked).toEqual(new Set([4, 3, 2]))
    expect(idsOf(store.focus.targets())).toEqual([4, 3, 2])
  })

  it('falls back to the focused entry if none is ticked', async () => {
    const { store } = sampleInbox(sampleEntries(1, 2))
    await store.reader.reload()
    expect(store.focus.targets()).toEqual([])
    store.focus.step(1)
    store.focus.step(1)
    store.focus.step(1)
    expect(idsOf(store.focus.targets())).toEqual([1])
  })
})

describe('the inbox of another account', () => {
  const switchAccount = (inbox: SampleInbox): void => {
    inbox.session = 'other'
    inbox.store.leave()
  }

  it('is not changed by an undo of what was done in the one before', async () => {
    const inbox = sampleInbox(sampleEntries(1, 2))
    await inbox.store.reader.reload()
    await inbox.store.marks.mark([2], { isDone: true })
    switchAccount(inbox)
    await inbox.store.marks.undoLast()
    expect(inbox.caller.inputsOf('inbox.mark')).toEqual([
      { sessionId: 'session', entryIds: [2], change: { isDone: true } },
    ])
  })

  it('keeps its note, whatever was written in the one before', async () => {
    const inbox = sampleInbox(sampleEntries(1))
    await inbox.store.marks.keepNote(1, 'call the agent', 'session')
    switchAccount(inbox)
    await inbox.store.marks.undoLast()
    expect(inbox.caller.inputsOf('inbox.note')).toEqual([{ sessionId: 'session', entryId: 1, text: 'call the agent' }])
  })

  it('leaves a note that was being written to the one before, and says so', async () => {
    const inbox = sampleInbox(sampleEntries(1))
    switchAccount(inbox)
    expect(await inbox.store.marks.keepNote(1, 'call the agent', 'session')).toBe(true)
    expect(inbox.caller.inputsOf('inbox.note')).toEqual([{ sessionId: 'session', entryId: 1, text: 'call the agent' }])
    expect(inbox.toasts).toEqual([{ text: 'Note kept in the inbox that it was written in' }])
    await inbox.store.marks.undoLast()
    expect(inbox.caller.inputsOf('inbox.note')).toHaveLength(1)
  })

  it('says what was being written in the one before where that could not be kept', async () => {
    const inbox = sampleInbox(sampleEntries(1))
    inbox.noteFailure = new Error('the disk is full')
    const keeping = inbox.store.marks.keepNote(1, 'call the agent', 'session')
    switchAccount(inbox)
    expect(await keeping).toBe(false)
    expect(inbox.toasts).toMatchObject([{ text: expect.stringContaining('call the agent') }])
    expect(inbox.toasts).toMatchObject([{ text: expect.stringContaining('the disk is full') }])
    expect(inbox.store.getState().failure).toBeNull()
  })

  it('offers no undo of a mark that was stored only after the switch', async () => {
    const inbox = sampleInbox(sampleEntries(1, 2))
    await inbox.store.reader.reload()
    const marking = inbox.store.marks.mark([2], { isDone: true })
    const undoing = inbox.store.marks.undoLast()
    switchAccount(inbox)
    await Promise.all([marking, undoing])
    expect(inbox.toasts).toEqual([])
    expect(inbox.caller.inputsOf('inbox.mark')).toHaveLength(1)
  })

  it('does not show what could not be marked in the one before', async () => {
    const inbox = sampleInbox(sampleEntries(1, 2))
    await inbox.store.reader.reload()
    Object.defineProperty(inbox, 'entries', {
      get: () => {
        throw new Error('the disk is full')
      },
    })
    const marking = inbox.store.marks.mark([2], { isDone: true })
    switchAccount(inbox)
    await marking
    expect(inbox.store.getState()).toMatchObject({ entries: [], failure: null })
  })

  it('has none of the entries, counts and filter values that were still on their way', async () => {
    const inbox = sampleInbox(sampleEntries(1, 2))
    const reading = [
      inbox.store.reader.reload(),
      inbox.store.readFacets(),
      inbox.store.marks.markAll({ isRead: true }),
      inbox.store.marks.markViewed(1),
    ]
    switchAccount(inbox)
    await Promise.all(reading)
    expect(inbox.store.getState()).toMatchObject({ entries: [], count: 0, facets: null, isLoading: undefined })
    expect(inbox.counts).toEqual([])
    expect(inbox.toasts).toEqual([])
  })

  it('gets nothing of a snooze that is being undone while it is entered', async () => {
    const inbox = sampleInbox([
      sampleEntry({ entryId: 1, snoozedUntil: '2026-03-05T08:00:00.000Z' }),
      sampleEntry({ entryId: 2 }),
    ])
    await inbox.store.filter({ show: 'all' })
    await inbox.store.marks.snooze([1, 2], '2026-03-09T08:00:00.000Z', 'Monday')
    await inbox.store.marks.undoLast()
    switchAccount(inbox)
    await inbox.store.reader.reload()
    inbox.store.focus.focus(1)
    await inbox.store.reader.refresh()
    const sent = [...inbox.caller.inputsOf('inbox.mark'), ...inbox.caller.inputsOf('inbox.snooze')]
    expect(sent).toHaveLength(3)
    expect(sent.every((input) => JSON.stringify(input).includes('"sessionId":"session"'))).toBe(true)
    expect(inbox.store.getState().focusedId).toBe(1)
  })
})
