import { setImmediate } from 'node:timers/promises'
import { readRevisions, type Revision } from './pdf-revisions.ts'
import type { PdfSource } from './pdf-source.ts'
import {
  dictOf,
  isName,
  isReference,
  itemsOf,
  type PdfDict,
  type PdfValue,
  stringOf,
  Unreadable,
} from './pdf-values.ts'

export interface FoundSignatures {
  /** In the order of their places in the file. */
  signatures: PdfDict[]
  /** Whether the newest revision holds certificates and what their issuers say of them, for the day when nobody can be asked. */
  hasValidationData: boolean
  /** Where the tables of the revisions stand. */
  tables: number[]
}

/** In all revisions together: a form of thousands may have been saved a hundred times. */
const MAX_FIELDS = 400_000
const MAX_SIGNATURES = 100

/**
 * The signatures of all fields, in every revision: taking the field out of the form, which any later revision can do, does not
 * hide the signature. Fails with Unreadable.
 */
export async function findSignatures(source: PdfSource, signal?: AbortSignal): Promise<FoundSignatures> {
  const revisions = await readRevisions(source)
  const found = new Map<number | PdfDict, PdfDict>()
  const budget = { fields: MAX_FIELDS }
  for (const revision of revisions) {
    signal?.throwIfAborted()
    // Most of it is known from the newer ones, and read without a pause for others.
    await setImmediate()
    for (const signature of await signaturesIn(revision, budget)) {
      found.set(startOf(signature) ?? signature, signature)
    }
    if (found.size > MAX_SIGNATURES) throw new Unreadable(`has more than ${MAX_SIGNATURES} signatures`)
  }
  const signatures = [...found.values()].toSorted(
    (one, other) => (startOf(one) ?? Infinity) - (startOf(other) ?? Infinity),
  )
  return { signatures, hasValidationData: await hasValidationData(revisions[0]), tables: revisions.map(({ at }) => at) }
}

function startOf(signature: PdfDict): number | undefined {
  return stringOf(signature.entries.get('Contents'))?.start || undefined
}

async function signaturesIn({ root, resolve }: Revision, budget: { fields: number }): Promise<PdfDict[]> {
  const form = dictOf(await resolve((await root())?.entries.get('AcroForm')))
  const signatures: PdfDict[] = []
  const seen = new Set<number>()
  const visit = async (fields: PdfValue, inherited: string): Promise<void> => {
    for (const entry of itemsOf(fields)) {
      if (isReference(entry) && seen.has(entry.number)) continue
      if (isReference(entry)) seen.add(entry.number)
      budget.fields -= 1
      if (budget.fields < 0) throw new Unreadable('has too many fields')
      const field = dictOf(await resolve(entry))
      const type = await resolve(field?.entries.get('FT'))
      const kind = isName(type) ? type.name : inherited
      const value = kind === 'Sig' ? dictOf(await resolve(field?.entries.get('V'))) : undefined
      if (value !== undefined) signatures.push(value)
      await visit(await resolve(field?.entries.get('Kids')), kind)
    }
  }
  await visit(await resolve(form?.entries.get('Fields')), '')
  return signatures
}

/** ISO 32000-2, 12.8.4.3; what level B-LT of PAdES adds. */
async function hasValidationData(revision: Revision | undefined): Promise<boolean> {
  if (revision === undefined) return false
  const store = dictOf(await revision.resolve((await revision.root())?.entries.get('DSS')))
  const has = async (key: string): Promise<boolean> =>
    itemsOf(await revision.resolve(store?.entries.get(key))).length > 0
  return (await has('Certs')) && ((await has('OCSPs')) || (await has('CRLs')))
}
