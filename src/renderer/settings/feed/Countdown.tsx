import { type ReactNode, useEffect, useState } from 'react'
import { formatDuration } from '../../../shared/text/format.ts'

/** “next try in 12 s”, counting down; nothing once the moment has come. */
export function Countdown({ to, before }: { readonly to: string; readonly before: string }): ReactNode {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const leftMs = Date.parse(to) - now
  return leftMs <= 0 ? null : `${before} ${formatDuration(leftMs)}`
}
