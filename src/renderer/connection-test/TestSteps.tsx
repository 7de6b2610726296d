import {
  Circle,
  CircleAlert,
  CircleCheck,
  CircleMinus,
  LoaderCircle,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { TestStep } from '../../shared/contract/connections-contract.ts'
import { formatDuration } from '../../shared/text/format.ts'
import { Glyph } from '../ui/actions/Glyph.tsx'
import base from '../ui/base/base.module.css'
import { classes } from '../ui/base/classes.ts'
import { numberText } from '../ui/base/words.ts'
import styles from './ConnectionTest.module.css'

const MARKS = {
  waiting: { icon: Circle, word: 'Not yet', tone: 'muted' },
  running: { icon: LoaderCircle, word: 'Looking', tone: 'muted' },
  passed: { icon: CircleCheck, word: 'Good', tone: 'success' },
  warned: { icon: TriangleAlert, word: 'Note', tone: 'warning' },
  failed: { icon: CircleAlert, word: 'Failed', tone: 'danger' },
  skipped: { icon: CircleMinus, word: 'Not tried', tone: 'muted' },
} satisfies Readonly<Record<TestStep['state'], { icon: LucideIcon; word: string; tone: string }>>

interface TestStepsProps {
  readonly steps: readonly TestStep[]
  readonly isRunning: boolean
}

/** Every step with what it found, and all of it in one sentence, which is announced when the test has ended. */
export function TestSteps({ steps, isRunning }: TestStepsProps): ReactNode {
  return (
    <>
      <output className={styles.summary}>{isRunning ? 'Testing…' : testSummary(steps)}</output>
      <ol aria-label="Steps of the test" className={styles.steps}>
        {steps.map((step) => (
          <Step key={step.id} step={step} />
        ))}
      </ol>
    </>
  )
}

function Step({ step: { title, state, found, next, ms } }: { readonly step: TestStep }): ReactNode {
  const { icon, word, tone } = MARKS[state]
  return (
    <li className={styles.step}>
      <span className={classes(styles.mark, base[tone])}>
        <Glyph icon={icon} />
      </span>
      <div className={styles.words}>
        <p>
          <span className={styles.title}>{title}</span> <span className={classes(styles.state, base.note)}>{word}</span>
          {ms !== null && ms > 0 && <span className={classes(styles.state, base.note)}>{numberText(ms)} ms</span>}
        </p>
        {found !== '' && <p>{found}</p>}
        {next !== '' && <p className={base.muted}>{next}</p>}
      </div>
    </li>
  )
}

/** A test that has ended, in a sentence. */
export function testSummary(steps: readonly TestStep[]): string {
  const failed = steps.filter(({ state }) => state === 'failed')
  const totalMs = steps.reduce((sum, { ms }) => sum + (ms ?? 0), 0)
  const took = totalMs < 1_000 ? `It took ${totalMs} ms.` : `It took ${formatDuration(totalMs)}.`
  const [first] = failed
  if (first !== undefined) return `It does not work: “${first.title}” failed. ${took}`
  if (steps.some(({ state }) => state === 'skipped')) return `So far it works; the rest was not tried. ${took}`
  return steps.some(({ state }) => state === 'warned')
    ? `It works, with a note below. ${took}`
    : `All of it works. ${took}`
}
