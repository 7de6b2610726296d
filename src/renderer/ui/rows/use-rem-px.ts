import { useEffect, useState } from 'react'

/** The pixels of one rem, updated when the user changes the text size. */
export function useRemPx(): number {
  return useRootSizes().remPx
}

/** The pixels of one rem of a column’s width, updated when the user changes the size of text or its distances. */
export function useColumnRemPx(): number {
  return useRootSizes().columnRemPx
}

/** The height of a row, `--row-height` of the tokens, in pixels; updated when the user changes text size or density. */
export function useRowPx(): number {
  return useRootSizes().rowPx
}

interface RootSizes {
  readonly remPx: number
  readonly columnRemPx: number
  readonly rowPx: number
}

function useRootSizes(): RootSizes {
  const [sizes, setSizes] = useState(rootSizes)
  useEffect(() => {
    const probe = document.createElement('div')
    probe.ariaHidden = 'true'
    // With text, whose width changes with the distances of its letters.
    probe.textContent = 'Mar 03, 2026'
    probe.style.cssText =
      'position: absolute; visibility: hidden; width: max-content; height: var(--row-height); font-size: 1rem'
    document.body.append(probe)
    const observer = new ResizeObserver(() => {
      document.documentElement.style.setProperty('--text-stretch', String(textStretch()))
      setSizes(rootSizes())
    })
    observer.observe(probe)
    return () => {
      observer.disconnect()
      probe.remove()
    }
  }, [])
  return sizes
}

function rootSizes(): RootSizes {
  return { remPx: rootRemPx(), columnRemPx: rootColumnRemPx(), rowPx: rootRowPx() }
}

export function rootColumnRemPx(): number {
  return rootRemPx() * textStretch()
}

const LETTER_EM = 0.5
const LETTERS_A_WORD = 5

/**
 * How much wider text is by the distances of letters and words that the user has chosen (WCAG 1.4.12): the widths of columns grow
 * with it, or they would cut off what tells rows apart. For style sheets `--text-stretch`.
 */
function textStretch(): number {
  const { letterSpacing, wordSpacing, fontSize } = getComputedStyle(document.body)
  const apartPx = (Number.parseFloat(letterSpacing) || 0) + (Number.parseFloat(wordSpacing) || 0) / LETTERS_A_WORD
  return 1 + apartPx / (Number.parseFloat(fontSize) * LETTER_EM)
}

function rootRemPx(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
}

/** Of the token, whose unit is rem. */
export function rootRowPx(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row-height')) * rootRemPx()
}
