import { describe, expect, it } from 'vitest'
import type { Command } from '../../../../src/renderer/commands/commands-store.ts'
import { firstGroups, foundGroups, type PaletteContents } from '../../../../src/renderer/palette/palette-entries.ts'
import { knownHit } from './sample-hit.ts'

const nothing: PaletteContents = { hits: [], customers: [], commands: [], items: new Map() }

function command(id: string, title: string): Command {
  return { id, title, group: 'Search', shortcuts: [], isEnabled: true, isHidden: false, run: () => undefined }
}

const AURORA = { customerId: 'a', customerName: 'Aurora Grain' }

function found(text: string, contents: Partial<PaletteContents>): string[] {
  return foundGroups(text, { ...nothing, ...contents }).flatMap(({ heading, entries }) =>
    entries.map(({ title, details }) => {
      const marked = title.map((part) => (part.isFound ? `[${part.text}]` : part.text)).join('')
      return [heading, marked, ...details].join(' · ')
    }),
  )
}

describe('what the palette lists for a text', () => {
  it('says what each is, with what was found in it marked', () => {
    const hits = [
      knownHit({ name: 'PR-00412' }),
      knownHit({ kind: 'shipment', name: 'SHP-0412', sets: 3 }),
      knownHit({ kind: 'vessel', name: 'MV 412', sets: 1 }),
      knownHit({ kind: 'bill', name: 'B/L 412', parcelRef: 'PR-9' }),
    ]
    expect(found('412', { hits })).toEqual([
      'Parcels · PR-00[412] · SHP-1 · Aurora Grain · MV Star',
      'Shipments · SHP-0[412] · 3 sets',
      'Bills of lading · B/L [412] · PR-9 · SHP-1 · Aurora Grain',
      'Vessels · MV [412] · 1 set · PR-1 · Aurora Grain',
    ])
  })

  it('lists names by how well they fit, then by their numbers', () => {
    const hits = ['SHP-10', 'SHP-9', 'SHP-2'].map((name) => knownHit({ kind: 'shipment', name, sets: 2, fit: 1 }))
    expect(found('shp', { hits: [...hits, knownHit({ kind: 'shipment', name: 'X SHP', sets: 2, fit: 2 })] })).toEqual([
      'Shipments · X [SHP] · 2 sets',
      'Shipments · [SHP]-2 · 2 sets',
      'Shipments · [SHP]-9 · 2 sets',
      'Shipments · [SHP]-10 · 2 sets',
    ])
  })

  it('lists the group first whose best entry fits best', () => {
    const hits = [knownHit({ name: 'PR-1', fit: 0 }), knownHit({ kind: 'vessel', name: 'MV Aurora', sets: 2, fit: 2 })]
    expect(found('aurora', { hits, customers: [AURORA] }).map((line) => line.split(' · ')[0])).toEqual([
      'Customers',
      'Vessels',
      'Parcels',
    ])
    expect(found('grain aur', { hits: [knownHit({ fit: 0 })], customers: [AURORA] })[0]).toMatch(/^Customers/)
    const commands = [command('a', 'Save documents…'), command('b', 'Go to Search')]
    expect(found('save', { hits: [knownHit({ fit: 1 })], commands })[0]).toBe('Commands · [Save] documents… · Search')
    // Letters from all over the title: after whatever has them in a row, and only where words start.
    expect(found('vdm', { commands })).toEqual([])
    expect(found('sd', { hits: [knownHit({ fit: 1 })], commands }).at(-1)).toBe(
      'Commands · [S]ave [d]ocuments… · Search',
    )
  })

  it('finds what screens keep by name, and customers without accents', () => {
    const items = new Map([['Saved searches', [{ id: 's', title: 'Monday', detail: 'Ålesund', run: () => undefined }]]])
    expect(found('mon', { items })).toEqual(['Saved searches · [Mon]day · Ålesund'])
    expect(found('cote', { customers: [{ customerId: 'c', customerName: 'Côte' }] })).toEqual([
      'Customers · [Côte] · Search its sets',
    ])
  })

  it('shows hidden characters, and a parcel without a reference', () => {
    const hits = [
      knownHit({ name: 'x\u202Efdp', vesselName: null, customerName: ' ' }),
      knownHit({ setId: 'b', name: '' }),
    ]
    expect(found('x', { hits })).toEqual([
      'Parcels · Parcel without a reference · SHP-1 · Aurora Grain · MV Star',
      'Parcels · [x]⟨RLO⟩fdp · SHP-1',
    ])
  })
})

describe('what the palette lists before anything is typed', () => {
  it('is what was chosen last, without commands that cannot be run, then all commands', () => {
    const groups = firstGroups(
      [
        { kind: 'vessel', name: 'MV Star' },
        { kind: 'command', commandId: 'gone' },
        { kind: 'command', commandId: 'a' },
      ],
      { commands: [command('a', 'Save'), command('b', 'Search')], items: new Map() },
    )
    expect(groups.map(({ heading, entries }) => [heading, entries.map(({ title }) => title[0]?.text)])).toEqual([
      ['Recent', ['MV Star', 'Save']],
      ['Search', ['Save', 'Search']],
    ])
    const ids = groups.flatMap(({ entries }) => entries.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
  })
})
