import { useEffect, useState } from 'react'

/** The time of the last render on this day, and a render when the next day begins: “Today” must not stay true by mistake. */
export function useToday(): Date {
  const [today, setToday] = useState(() => new Date())
  useEffect(() => {
    const midnight = new Date(today.getFullYear(), today.getMonth(), today.getDate() + 1)
    const timer = setTimeout(() => setToday(new Date()), Math.max(1_000, midnight.getTime() - Date.now()))
    return () => clearTimeout(timer)
  }, [today])
  return today
}
