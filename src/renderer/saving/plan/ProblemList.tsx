import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/actions/Button.tsx'
import styles from './PlanView.module.css'

const SHOWN_FIRST = 3

interface ProblemListProps {
  readonly problems: readonly { readonly where: string; readonly message: string }[]
}

/** What went wrong, where; a long list opens on request. */
export function ProblemList({ problems }: ProblemListProps): ReactNode {
  const [areAllShown, setAreAllShown] = useState(false)
  const shown = areAllShown ? problems : problems.slice(0, SHOWN_FIRST)
  return (
    <>
      <ul className={styles.problems}>
        {shown.map(({ where, message }) => (
          <li key={`${where} ${message}`}>{where === '' ? message : `${where}: ${message}`}</li>
        ))}
      </ul>
      {shown.length < problems.length && (
        <Button variant="quiet" onPress={() => setAreAllShown(true)}>
          {`Show all ${problems.length.toLocaleString('en')}`}
        </Button>
      )}
    </>
  )
}
