import { describe, expect, it } from 'vitest'
import type { ParcelSession } from '../../../src/engine/parcel-desk.ts'
import { createFakeDesk } from './fake-desk.ts'
import { CUSTOMER_ID, demoResult, demoSet, DOCUMENT_ID, SET_ID } from './demo-values.ts'
import { run } from '../../support/fake-terminal.ts'

describe('search', () => {
  it('prints every field as received, with the customer that the service leaves out', async () => {
    const { code, stdout } = await run(['search', '--json'], { desk: createFakeDesk().desk })
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual({
      total: 1,
      loaded: 1,
      complete: true,
      requests: 1,
      references: [],
      sets: [
        {
          setId: SET_ID,
          customerId: CUSTOMER_ID,
          customerName: 'Aurora Grain AG',
          parcelRef: 'PRC-1',
          shipmentRef: 'SHP-1',
          status: 'signed',
          voyage: '77E',
          documents: [{ documentId: DOCUMENT_ID, name: 'Bill of lading', docType: 'BOL' }],
        },
      ],
      problems: [],
    })
  })

  it('prints null for unlisted documents, and otherwise what was received (T4)', async () => {
    const sets = [{}, { documents: [] }].map((received) => demoSet({ documents: undefined, received }))
    const search = () => Promise.resolve(demoResult(sets))
    const { stdout } = await run(['search', '--json'], { desk: createFakeDesk({ session: { search } }).desk })
    expect(JSON.parse(stdout)).toMatchObject({ sets: [{ documents: null }, { documents: [] }] })
  })

  it('passes on the selection as given, references in order and once', async () => {
    const { desk, calls } = createFakeDesk()
    const selection = [
      '--customer',
      'A',
      '--customer',
      'B',
      '--shipment-ref',
      'R2',
      '--shipment-ref',
      'R1',
      '--state',
      's',
    ]
    const argv = [
      'search',
      ...selection,
      '--filter',
      'vesselName=a=b',
      '--status',
      'ALL',
      '--instance',
      'DocHub',
      '--refs-file',
      '-',
    ]
    await run(argv, { desk, stdin: 'Reference\r\nR1\r\nR3\r\n' })
    expect(calls.search).toEqual([
      {
        customers: ['A', 'B'],
        shipmentRefs: ['R2', 'R1', 'R3'],
        status: 'ALL',
        instance: 'DocHub',
        filters: { vesselName: 'a=b' },
        states: ['s'],
      },
    ])
  })

  it('uses ACTIVE and leaves the instance to the engine by default (T9)', async () => {
    const { desk, calls } = createFakeDesk()
    await run(['search'], { desk })
    expect(calls.search).toEqual([
      { customers: [], shipmentRefs: [], status: 'ACTIVE', instance: null, filters: {}, states: [] },
    ])
  })

  it('prints a result and ends with 6 if nothing matched, because the missing references are worth having', async () => {
    const references = [{ reference: 'SHP-9', state: 'missing' as const, sets: 0 }]
    const search = () => Promise.resolve(demoResult([], { references }))
    const { code, stdout } = await run(['search', '--json'], { desk: createFakeDesk({ session: { search } }).desk })
    expect(code).toBe(6)
    expect(JSON.parse(stdout)).toMatchObject({ total: 0, references, sets: [], failure: { tag: 'nothing-matched' } })
  })

  it('redacts secrets in problems that quote the service', async () => {
    const problems = [{ where: 'Aurora', message: 'it said: “Bearer opaque-canary-token”' }]
    const search = () => Promise.resolve(demoResult([demoSet()], { problems }))
    const { stderr } = await run(['search'], { desk: createFakeDesk({ session: { search } }).desk })
    expect(stderr).toContain('[redacted]')
    expect(stderr).not.toContain('opaque-canary-token')
  })

  it('does not end with 6 if nothing could be read: what could not be read is not “nothing there”', async () => {
    const problems = [{ where: 'Aurora', message: '3 rows could not be read: no valid set id' }]
    const search = () => Promise.resolve(demoResult([], { total: 3, loaded: 0, complete: false, problems }))
    const { code, stdout } = await run(['search', '--json'], { desk: createFakeDesk({ session: { search } }).desk })
    expect(code).toBe(5)
    expect(JSON.parse(stdout)).toMatchObject({ total: 3, loaded: 0, problems, failure: { tag: 'incomplete' } })
  })

  it('ends with 6 if sets were found but none in the requested state', async () => {
    const search = () => Promise.resolve(demoResult([], { total: 121, loaded: 121 }))
    const { code, stdout } = await run(['search', '--state', 'sgned'], {
      desk: createFakeDesk({ session: { search } }).desk,
    })
    expect(code).toBe(6)
    expect(stdout).toContain('121 of 121 sets in 1 call, complete; 0 of them in the state asked for')
  })

  it('says that it is incomplete if the service did not list everything, for people and for scripts', async () => {
    const problems = [{ where: 'Aurora', message: 'the service did not page' }]
    const search = () => Promise.resolve(demoResult([demoSet()], { total: 240, complete: false, problems }))
    const desk = () => createFakeDesk({ session: { search } }).desk
    const outcome = await run(['search', '--json', '--quiet'], { desk: desk() })
    expect(outcome.code).toBe(5)
    expect(JSON.parse(outcome.stdout)).toMatchObject({ complete: false, problems, failure: { tag: 'incomplete' } })
    expect(outcome.stderr).toContain('Aurora: the service did not page')
    expect((await run(['search'], { desk: desk() })).stdout).toContain('1 of 240 sets in 1 call, NOT COMPLETE')
  })

  it('prints an aligned table for people, with a dash for unknown cells and without control characters', async () => {
    const sets = [demoSet(), demoSet({ customerName: '\u001B[31m漢字\n', vesselName: 'Aurora', shipmentRef: null })]
    const search = () => Promise.resolve(demoResult(sets))
    const { stdout } = await run(['search'], { desk: createFakeDesk({ session: { search } }).desk })
    const [heading = '', first = '', second = ''] = stdout.split('\n')
    expect(first.indexOf('SHP-1')).toBe(heading.indexOf('SHIPMENT'))
    expect(second).toMatch(/^\[31m漢字 +– +PRC-1/)
    expect(stdout).not.toContain('\u001B')
    expect(stdout).toContain('2 of 2 sets in 1 call, complete')
  })

  it.each([
    [1240, 'This takes about 1240 searches.'],
    [3, ''],
  ])('says before the first call how many there will be, if they are many: %i', async (expectedRequests, said) => {
    const search: ParcelSession['search'] = (_selection, watch) => {
      for (const requests of [0, 1, 2]) watch?.onProgress?.({ loaded: 0, total: 0, requests, expectedRequests })
      return Promise.resolve(demoResult([demoSet()]))
    }
    const { stderr } = await run(['search'], { desk: createFakeDesk({ session: { search } }).desk })
    expect(stderr.trim()).toBe(said)
  })
})
