import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFRef,
} from '@cantoo/pdf-lib'
import { hash } from 'node:crypto'

/** One PDF of many, with an entry of its outline for each. */
export interface MergedPdf {
  /** Adds the pages; returns the number of the first. Throws where they cannot be copied. */
  add(title: string, document: PDFDocument): Promise<number>
  /** Adds the file as it is, as an attachment. */
  attach(title: string, name: string, bytes: Uint8Array): Promise<void>
  /** Puts the cover first. */
  finish(cover: Uint8Array): Promise<Uint8Array>
}

/** `coverPages` is how many pages will come before the first document. */
export async function createMergedPdf(coverPages: number): Promise<MergedPdf> {
  const merged = await PDFDocument.create({ updateMetadata: false })
  const entries: { title: string; page: PDFRef | undefined }[] = []
  return {
    add: async (title, document) => {
      const first = merged.getPageCount()
      const pages = await merged.copyPages(document, document.getPageIndices())
      for (const page of pages) merged.addPage(page)
      entries.push({ title, page: pages[0]?.ref })
      return coverPages + first + 1
    },
    attach: async (title, name, bytes) => {
      await merged.attach(bytes, name, { mimeType: 'application/pdf', description: title })
      entries.push({ title, page: undefined })
    },
    finish: async (cover) => {
      const source = await PDFDocument.load(cover, { updateMetadata: false })
      const pages = await merged.copyPages(source, source.getPageIndices())
      for (const [at, page] of pages.entries()) merged.insertPage(at, page)
      const home = pages[0]?.ref
      addOutline(merged, [
        { title: 'Cover', page: home },
        // An attachment has no page; the cover names it.
        ...entries.map(({ title, page = home }) => ({ title, page })),
      ])
      const id = PDFHexString.of(hash('sha256', JSON.stringify(entries.map(({ title }) => title))).slice(0, 32))
      merged.context.trailerInfo.ID = merged.context.obj([id, id])
      return await merged.save({ addDefaultPage: false, updateFieldAppearances: false })
    },
  }
}

function addOutline(
  { context, catalog }: PDFDocument,
  entries: readonly { title: string; page: PDFRef | undefined }[],
): void {
  const root = context.nextRef()
  const refs = entries.map(() => context.nextRef())
  for (const [at, { title, page }] of entries.entries()) {
    const item = PDFDict.withContext(context)
    item.set(PDFName.of('Title'), PDFHexString.fromText(title))
    item.set(PDFName.of('Parent'), root)
    setIfThere(item, 'Prev', refs[at - 1])
    setIfThere(item, 'Next', refs[at + 1])
    if (page !== undefined) item.set(PDFName.of('Dest'), destination(context, page))
    const ref = refs[at]
    if (ref !== undefined) context.assign(ref, item)
  }
  const outline = PDFDict.withContext(context)
  outline.set(PDFName.of('Type'), PDFName.of('Outlines'))
  outline.set(PDFName.of('Count'), PDFNumber.of(entries.length))
  setIfThere(outline, 'First', refs[0])
  setIfThere(outline, 'Last', refs.at(-1))
  context.assign(root, outline)
  catalog.set(PDFName.of('Outlines'), root)
  catalog.set(PDFName.of('PageMode'), PDFName.of('UseOutlines'))
}

function destination(context: PDFDocument['context'], page: PDFRef): PDFArray {
  const place = PDFArray.withContext(context)
  place.push(page)
  place.push(PDFName.of('Fit'))
  return place
}

function setIfThere(dictionary: PDFDict, name: string, value: PDFObject | undefined): void {
  if (value !== undefined) dictionary.set(PDFName.of(name), value)
}
