import { useState } from 'react'
import { failureIn, type ShownFailure } from './desk-client.ts'

interface Attempt {
  /** Runs it, unless the last is under way: a second press asks for what is being done. */
  readonly attempt: (work: () => Promise<unknown>) => void
  /** For the button, which then says so, and the dialog, which stays until it has ended. */
  readonly isBusy: boolean
  /** Of the last attempt. */
  readonly failure: ShownFailure | undefined
}

/** What a dialog or a form does when its button is pressed; a failure comes back to it. */
export function useAttempt(): Attempt {
  const [once] = useState(oneAtATime)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<ShownFailure>()
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setIsBusy(true)
    setFailure(undefined)
    try {
      await work()
    } catch (thrown) {
      setFailure(failureIn(thrown))
    } finally {
      setIsBusy(false)
    }
  }
  return { attempt: (work) => void once(() => run(work)), isBusy, failure }
}

/** Runs work, but none while the last is under way: what a second press would do is being done. */
export function oneAtATime(): (work: () => Promise<void>) => Promise<void> {
  let isUnderWay = false
  return async (work) => {
    if (isUnderWay) return
    isUnderWay = true
    try {
      await work()
    } finally {
      isUnderWay = false
    }
  }
}
