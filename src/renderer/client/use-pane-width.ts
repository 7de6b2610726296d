import { useStore } from 'zustand'
import { rememberView, viewsStore } from './views-store.ts'

/** The width that the user gave to a pane, and how to change it. In pixels. */
export function usePaneWidth(pane: string, firstPx: number): [number, (widthPx: number) => void] {
  const panes = useStore(viewsStore, (views) => views.panes)
  return [
    panes[pane] ?? firstPx,
    (widthPx) => {
      rememberView('panes', { ...panes, [pane]: widthPx })
    },
  ]
}
