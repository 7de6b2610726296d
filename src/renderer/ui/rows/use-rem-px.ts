import { useEffect, useState } from 'react'

/** The pixels of one rem, updated when the user changes the text size. */
export function useRemPx(): number {
  const [remPx, setRemPx] = useState(rootRemPx)
  useEffect(() => {
    const probe = document.createElement('div')
    probe.ariaHidden = 'true'
    probe.style.cssText = 'position: absolute; visibility: hidden; width: 1rem; height: 0'
    document.body.append(probe)
    const observer = new ResizeObserver(() => setRemPx(rootRemPx()))
    observer.observe(probe)
    return () => {
      observer.disconnect()
      probe.remove()
    }
  }, [])
  return remPx
}

/** `--row-height` of the tokens in rem, as a number, because rows are positioned with it. */
export const ROW_REM = 1.75

export function rootRemPx(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
}
