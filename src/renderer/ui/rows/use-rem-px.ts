import { useEffect, useState } from 'react'

/** The pixels of one rem, updated when the user changes the text size. */
export function useRemPx(): number {
  return useRootSizes().remPx
}

/** The height of a row, `--row-height` of the tokens, in pixels; updated when the user changes text size or density. */
export function useRowPx(): number {
  return useRootSizes().rowPx
}

interface RootSizes {
  readonly remPx: number
  readonly rowPx: number
}

function useRootSizes(): RootSizes {
  const [sizes, setSizes] = useState(rootSizes)
  useEffect(() => {
    const probe = document.createElement('div')
    probe.ariaHidden = 'true'
    probe.style.cssText = 'position: absolute; visibility: hidden; width: 1rem; height: var(--row-height)'
    document.body.append(probe)
    const observer = new ResizeObserver(() => setSizes(rootSizes()))
    observer.observe(probe)
    return () => {
      observer.disconnect()
      probe.remove()
    }
  }, [])
  return sizes
}

function rootSizes(): RootSizes {
  return { remPx: rootRemPx(), rowPx: rootRowPx() }
}

export function rootRemPx(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
}

/** Of the token, whose unit is rem. */
export function rootRowPx(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row-height')) * rootRemPx()
}
