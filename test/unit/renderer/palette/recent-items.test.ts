import { describe, expect, it } from 'vitest'
import { createRecentItems } from '../../../../src/renderer/palette/recent-items.ts'

function storage(kept?: string): Pick<Storage, 'getItem' | 'setItem'> {
  let value = kept ?? null
  return {
    getItem: () => value,
    setItem: (_key, text) => {
      value = text
    },
  }
}

describe('the last choices in the palette', () => {
  it('are kept newest first, each once, over a reload, and not too many', () => {
    const kept = storage()
    const before = createRecentItems(() => kept)
    for (let at = 0; at < 12; at += 1) before.note({ kind: 'shipment', name: `SHP-${at}` })
    before.note({ kind: 'vessel', name: 'SHP-9' })
    before.note({ kind: 'shipment', name: 'SHP-9' })
    const after = createRecentItems(() => kept)
    after.load()
    expect(after.getState().items).toEqual([
      { kind: 'shipment', name: 'SHP-9' },
      { kind: 'vessel', name: 'SHP-9' },
      ...[11, 10, 8, 7, 6, 5].map((at) => ({ kind: 'shipment', name: `SHP-${at}` })),
    ])
  })

  it.each(['{', '[]', '[{"kind":"odd"}]', 'null'])('start anew from what cannot be read: %s', (text) => {
    const items = createRecentItems(() => storage(text))
    items.load()
    expect(items.getState().items).toEqual([])
  })
})
