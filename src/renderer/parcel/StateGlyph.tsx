import type { ReactNode } from 'react'

export type StateShape = 'drafted' | 'signed' | 'issued' | 'held' | 'transfer' | 'other'

/** The path of a set's life in one family of drawings: outline, half, full, then the key of the holder and the hand-over. */
export function StateGlyph({ shape }: { readonly shape: StateShape }): ReactNode {
  return (
    <svg width="0.875rem" height="0.875rem" viewBox="0 0 14 14" fill="none" stroke="currentColor" aria-hidden>
      <g strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round">
        {SHAPES[shape]}
      </g>
    </svg>
  )
}

const SHAPES: Readonly<Record<StateShape, ReactNode>> = {
  drafted: <circle cx="7" cy="7" r="5" />,
  signed: (
    <>
      <circle cx="7" cy="7" r="5" />
      <path d="M7 2a5 5 0 0 0 0 10Z" fill="currentColor" />
    </>
  ),
  issued: <circle cx="7" cy="7" r="5" fill="currentColor" />,
  held: (
    <>
      <circle cx="4.5" cy="9.5" r="2.75" />
      <path d="m6.5 7.5 5.5-5.5M9.5 4.5l2 2" />
    </>
  ),
  transfer: <path d="M1.5 7h10.5M8 3l4 4-4 4" />,
  other: <circle cx="7" cy="7" r="5" strokeDasharray="1.6 2.3" />,
}
