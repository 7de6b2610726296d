import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../../../../src/shared/errors/app-error.ts'
import type { ParcelSet } from '../../../../../src/shared/model/parcel-set.ts'
import { runYielding } from '../../../../../src/engine/base/async.ts'
import { reserveNamesInSteps } from '../../../../../src/engine/saving/names/reserve-names.ts'
import { planSave } from '../../../../../src/engine/saving/plan/plan-save.ts'
import type { PlanOptions, SavePlan } from '../../../../../src/engine/saving/plan/save-plan.ts'
import { parcelSet } from '../../../../support/parcel-sets.ts'
import { tempFolder } from '../../../../support/temp-folder.ts'
import { openTestLedger, savedVersion, type TestLedger } from '../../../../support/test-ledger.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

type Planned = Pick<SavePlan, 'documents'>

const DOCUMENTS = ['one', 'two', 'three']
const status = 'signed'
const modifiedDate = '3 March 2026, 14:05'

function setOf(name: string, facts: Partial<ParcelSet> = {}): ParcelSet {
  const documents = [{ documentId: `d-${name}`, name, docType: null }]
  return parcelSet({ setId: `s-${name}`, status, modifiedDate, documents, ...facts })
}

describe('a plan of new or changed documents', () => {
  let folder: string
  let store: TestLedger
  beforeEach(async () => {
    folder = await tempFolder()
    store = openTestLedger(await tempFolder())
    for (const name of DOCUMENTS) {
      const version = { ...savedVersion(folder, `as before/${name}.pdf`), setId: `s-${name}`, documentId: `d-${name}` }
      store.record({ ...version, bytes: 4, facts: { ...version.facts, status, modifiedDate } })
      const file = join(folder, version.relativePath)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, '%PDF')
    }
  })

  const plan = async (sets: ParcelSet[], options: Partial<PlanOptions> = {}): Promise<Planned> => {
    const request = {
      folder,
      pattern: '{name}',
      docTypes: [],
      conflict: 'keep-both' as const,
      isOnlyNew: true,
      ...options,
    }
    const basis = { ledger: store.ledger, environment: 'production' as const, request }
    return await planSave(basis, { sets, problems: [], isComplete: true })
  }
  const outline = ({ documents }: Planned): string[] =>
    documents.map(({ action, relativePath }) => `${action} ${relativePath}`)

  it('reads no name in the archive where everything is unchanged', async () => {
    const namesIn = vi.spyOn(store.ledger, 'namesIn')
    expect(outline(await plan(DOCUMENTS.map((name) => setOf(name))))).toEqual([
      'unchanged as before/one.pdf',
      'unchanged as before/two.pdf',
      'unchanged as before/three.pdf',
    ])
    expect(namesIn).not.toHaveBeenCalled()
  })

  it('names the other documents as if they were alone, in the order found', async () => {
    await writeFile(join(folder, 'as before/two.pdf'), 'cut')
    const sets = [setOf('one'), setOf('new'), setOf('two'), setOf('three', { status: 'cancelled' })]
    expect(outline(await plan(sets))).toEqual([
      'unchanged as before/one.pdf',
      'save new.pdf',
      'save two.pdf',
      'save three.pdf',
    ])
  })

  it('never gives the name of an unchanged document to another', async () => {
    const again = setOf('again', { documents: [{ documentId: 'd-again', name: 'one', docType: null }] })
    const [kept, named] = outline(await plan([setOf('one'), again], { pattern: 'as before/{name}' }))
    expect(kept).toBe('unchanged as before/one.pdf')
    expect(named).toMatch(/^save as before\/one \[[\da-f]{8}\]\.pdf$/)
  })
})

describe('a plan that takes long', () => {
  it('yields to the event loop while it reserves names, and can be cancelled there', async () => {
    const wanted = Array.from({ length: 1_000 }, (_, index) => ({ folders: [], file: 'same', identity: `d-${index}` }))
    const steps = reserveNamesInSteps(wanted)
    let count = 0
    while (steps.next().done !== true) count += 1
    expect(count).toBeGreaterThanOrEqual(wanted.length)
    vi.spyOn(performance, 'now').mockImplementation(() => (count += 1_000))
    await expect(runYielding(reserveNamesInSteps(wanted), AbortSignal.abort())).rejects.toThrow(AppError)
  })
})
