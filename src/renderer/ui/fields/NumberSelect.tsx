import type { ReactNode } from 'react'
import { Select } from './Select.tsx'

interface NumberSelectProps {
  readonly label: string
  readonly description?: string
  readonly isDisabled?: boolean
  /** What is offered, beside a value that something else has set. */
  readonly steps: readonly number[]
  readonly titleOf: (step: number) => string
  readonly value: number
  readonly onChange: (value: number) => void
}

/** One of a few numbers. */
export function NumberSelect({ steps, titleOf, value, onChange, ...field }: NumberSelectProps): ReactNode {
  const all = [...new Set([...steps, value])].toSorted((one, other) => one - other)
  return (
    <Select
      {...field}
      options={all.map((step) => ({ id: String(step), title: titleOf(step) }))}
      value={String(value)}
      onChange={(id) => onChange(Number(id))}
    />
  )
}
