/** One thing that a test of a connection looks at. Steps build on each other: after a failure the rest is skipped. */
export interface TestStep {
  readonly id: string
  readonly title: string
  readonly state: TestStepState
  /** What was found, or why it failed, in a sentence; empty until it has ended. */
  readonly found: string
  /** What to do next; empty where nothing has to be done. */
  readonly next: string
  /** How long it took; null until it has ended, and for what was skipped. */
  readonly ms: number | null
}

/** `warned`: it works, but the user should know something. */
export type TestStepState = 'waiting' | 'running' | 'passed' | 'warned' | 'failed' | 'skipped'
