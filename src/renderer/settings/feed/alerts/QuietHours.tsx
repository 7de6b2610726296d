import { type ReactNode, useState } from 'react'
import type { FeedView } from '../../../client/desk-store.ts'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import styles from '../feeds.module.css'

type Quiet = NonNullable<FeedView['alerts']['quiet']>

interface QuietHoursProps {
  readonly quiet: Quiet | null
  readonly onChange: (quiet: Quiet | null) => void
}

const USUAL: Quiet = { from: '19:00', to: '07:00' }
const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/

/** From when to when nothing is shown; over midnight where the end is before the beginning. */
export function QuietHours({ quiet, onChange }: QuietHoursProps): ReactNode {
  return (
    <>
      <Checkbox isSelected={quiet !== null} onChange={(isOn) => onChange(isOn ? USUAL : null)}>
        Keep quiet at certain hours
      </Checkbox>
      {quiet !== null && (
        <div className={styles.inline}>
          <TimeField label="Quiet from" time={quiet.from} onChange={(from) => onChange({ ...quiet, from })} />
          <TimeField label="Quiet until" time={quiet.to} onChange={(to) => onChange({ ...quiet, to })} />
        </div>
      )}
    </>
  )
}

interface TimeFieldProps {
  readonly label: string
  readonly time: string
  readonly onChange: (time: string) => void
}

/** Kept when it is left or Enter is pressed, once it is a time. */
function TimeField({ label, time, onChange }: TimeFieldProps): ReactNode {
  const [typed, setTyped] = useState(time)
  const isTime = TIME_OF_DAY.test(typed)
  const keep = (): void => {
    if (isTime && typed !== time) onChange(typed)
  }
  return (
    <div className={styles.time}>
      <TextField
        label={label}
        placeholder="19:00"
        value={typed}
        error={isTime ? undefined : 'As 19:00'}
        onChange={setTyped}
        onBlur={keep}
        onKeyDown={({ key }) => {
          if (key === 'Enter') keep()
        }}
      />
    </div>
  )
}
