import { type FormEvent, useState } from 'react'
import { oneAtATime } from './one-at-a-time.ts'

/** What a form does when it is submitted, however often its button is pressed meanwhile. */
export function useSubmitOnce(keep: () => Promise<void>): (event: FormEvent) => void {
  const [keepOnce] = useState(oneAtATime)
  return (event) => {
    event.preventDefault()
    void keepOnce(keep)
  }
}
