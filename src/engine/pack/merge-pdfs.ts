import { hash } from 'node:crypto'
import { PDFDocument, PDFHexString, PDFObjectCopier, PDFPage, PDFPageLeaf, type PDFRef } from '@cantoo/pdf-lib'

/** One PDF of many, with an entry of its outline for each. */
export interface MergedPdf {
  /** Adds the pages; returns the number of the first. Throws where they cannot be copied. */
  add(title: string, document: PDFDocument): Promise<number>
  /** Adds the file as it is, as an attachment. */
  attach(title: string, name: string, bytes: Uint8Array): Promise<void>
  /** Puts the cover first. */
  finish(cover: Uint8Array): Promise<Uint8Array>
}

interface OutlineEntry {
  title: string
  page: PDFRef | undefined
}

/** `coverPages` is how many pages will come before the first document. */
export async function createMergedPdf(coverPages: number): Promise<MergedPdf> {
  const merged = await PDFDocument.create({ updateMetadata: false })
  const entries: OutlineEntry[] = []
  return {
    add: async (title, document) => {
      const first = merged.getPageCount()
      const copier = PDFObjectCopier.for(document.context, merged.context)
      const copied = new Set<PDFRef>()
      const pages = document.getPages().map(({ ref, node }) => {
        // By reference, so that a link to a page leads to the one that is added; a page that comes again is another one.
        const copy = copied.has(ref) ? merged.context.register(copier.copy(node)) : copier.copy(ref)
        copied.add(ref)
        const leaf = merged.context.lookup(copy)
        if (leaf instanceof PDFPageLeaf) return PDFPage.of(leaf, copy, merged)
        throw new Error('it is no page')
      })
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
      // An attachment has no page; the cover names it.
      const outline = entries.map(({ title, page = home }) => ({ title, page }))
      addOutline(merged, [{ title: 'Cover', page: home }, ...outline])
      const id = PDFHexString.of(hash('sha256', JSON.stringify(entries.map(({ title }) => title))).slice(0, 32))
      merged.context.trailerInfo.ID = merged.context.obj([id, id])
      return await merged.save({ addDefaultPage: false, updateFieldAppearances: false })
    },
  }
}

function addOutline({ context, catalog }: PDFDocument, entries: readonly OutlineEntry[]): void {
  const root = context.nextRef()
  const items = entries.map((entry) => ({ ...entry, ref: context.nextRef() }))
  for (const [at, { title, page, ref }] of items.entries()) {
    const Title = PDFHexString.fromText(title)
    const [Prev, Next] = [items[at - 1]?.ref, items[at + 1]?.ref]
    const place = page === undefined ? {} : { Dest: [page, 'Fit'] }
    const around = { ...(Prev === undefined ? {} : { Prev }), ...(Next === undefined ? {} : { Next }) }
    context.assign(ref, context.obj({ Title, Parent: root, ...around, ...place }))
  }
  const [first, last] = [items[0], items.at(-1)]
  if (first === undefined || last === undefined) return
  const outline = { Type: 'Outlines', Count: items.length, First: first.ref, Last: last.ref }
  context.assign(root, context.obj(outline))
  catalog.set(context.obj('Outlines'), root)
  catalog.set(context.obj('PageMode'), context.obj('UseOutlines'))
}
