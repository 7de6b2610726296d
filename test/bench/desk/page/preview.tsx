import { createRoot } from 'react-dom/client'
import { Preview, type PreviewSource } from '../../../../src/renderer/preview/Preview.tsx'
import type { FirstPainting } from '../../../../src/renderer/preview/preview-store.ts'
import { paintBare } from './paint-bare.ts'

declare global {
  interface Window {
    previewPage: typeof previewPage
  }
}

const place = document.getElementById('panes')
if (place === null) throw new Error('preview.html has no element #panes')
const root = createRoot(place)
const paintings = new Map<string, (painting: FirstPainting) => void>()
let asked: string[] = []

/** What tests and bench call; what the host of a preview does. */
const previewPage = {
  /** Shows these documents side by side, each pane so wide; by default they share the window. */
  show(sources: readonly PreviewSource[], widthPx?: number): void {
    const note = (what: string) => () => void asked.push(what)
    const style = { flex: widthPx === undefined ? 1 : 'none', width: widthPx, minWidth: 0 }
    root.render(
      sources.map((source, pane) => (
        <div key={`pane ${pane}`} style={style}>
          <Preview
            source={source}
            onNext={note('next')}
            onPrevious={note('previous')}
            onOpenInReader={note('reader')}
            onSaveFile={({ name, bytes }) =>
              asked.push(`save ${name}: ${new TextDecoder().decode(bytes ?? undefined)}`)
            }
            onPainted={(painting) => paintings.get(painting.key)?.(painting)}
          />
        </div>
      )),
    )
  },
  /** Shows one document and resolves when its first page is on the screen. */
  async paint(source: PreviewSource): Promise<FirstPainting> {
    const painting = new Promise<FirstPainting>((resolve) => paintings.set(source.key, resolve))
    previewPage.show([source])
    const painted = await painting
    paintings.delete(source.key)
    return painted
  },
  paintBare,
  /** When the viewer behind the first page has taken over, and nothing is being drawn any more. */
  async settled(): Promise<void> {
    const has = (selector: string): boolean => document.querySelector(selector) !== null
    while (has('[data-cover]:not([hidden])') || !has('.textLayer') || has('.loadingIcon')) {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  },
  /** What the callbacks were called for since the last time. */
  takeAsked(): string[] {
    const taken = asked
    asked = []
    return taken
  },
}
window.previewPage = previewPage
