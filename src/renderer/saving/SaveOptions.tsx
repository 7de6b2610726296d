import type { ReactNode } from 'react'
import { Select } from '../ui/fields/Select.tsx'

const STEPS = [1, 2, 4, 8, 16, 32] as const

interface ConcurrencySelectProps {
  readonly value: number
  readonly onChange: (concurrency: number) => void
}

/** How many documents are fetched at the same time. */
export function ConcurrencySelect({ value, onChange }: ConcurrencySelectProps): ReactNode {
  const steps = [...new Set([...STEPS, value])].toSorted((a, b) => a - b)
  return (
    <Select
      label="Documents at the same time"
      description="Fewer where the network is slow. It slows down by itself when the service asks for it."
      options={steps.map((step) => ({ id: String(step), title: step === 4 ? '4 (usual)' : String(step) }))}
      value={String(value)}
      onChange={(id) => onChange(Number(id))}
    />
  )
}
