import { PlugZap } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { Button } from '../ui/actions/Button.tsx'
import { FailureNotice } from '../ui/feedback/Banner.tsx'
import { connectionTestStore, type TestRequest } from './connection-test-store.ts'
import { TestSteps } from './TestSteps.tsx'
import styles from './ConnectionTest.module.css'

const { actions } = connectionTestStore

interface TestButtonProps {
  /** What is tested, so that the result appears in its place. */
  readonly subject: string
  /** For those who do not see beside what the button is. */
  readonly label?: string
  /** Undefined where something has to be corrected first. */
  readonly request: () => TestRequest | undefined
  readonly variant?: 'plain' | 'quiet'
}

/** Starts the test, or ends the one under way. One button, so that the focus stays. */
export function TestButton({ subject, label, request, variant = 'plain' }: TestButtonProps): ReactNode {
  const isRunning = useStore(connectionTestStore, (state) => state.isRunning && state.subject === subject)
  const run = (): void => {
    const asked = request()
    if (asked !== undefined) void actions.run(subject, asked)
  }
  return (
    <Button
      icon={PlugZap}
      variant={variant}
      {...(label === undefined || isRunning ? {} : { 'aria-label': label })}
      onPress={isRunning ? () => void actions.cancel() : run}
    >
      {isRunning ? 'Cancel the test' : 'Test connection'}
    </Button>
  )
}

/** What the test of a subject has found so far; nothing before it. Forgotten with its place on the screen. */
export function TestResult({ subject }: { readonly subject: string }): ReactNode {
  const { subject: shown, steps, failure, isRunning } = useStore(connectionTestStore)
  const result = useRef<HTMLDivElement>(null)
  useEffect(() => () => actions.clear(subject), [subject])
  useEffect(() => {
    // In a dialog the place for it may be out of sight.
    result.current?.scrollIntoView({ block: 'nearest' })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- when it appears, and when all of it is there
  }, [shown, isRunning])
  if (shown !== subject) return null
  return (
    <div ref={result} className={styles.result}>
      {failure !== null && <FailureNotice failure={failure} />}
      {steps.length > 0 && <TestSteps steps={steps} isRunning={isRunning} />}
    </div>
  )
}
