import { POLICY_KEYS } from '../../engine/policy/merge-layers.ts'
import type { CommandAction } from '../command-run.ts'
import type { GeneralOptions } from '../options/option-types.ts'
import { textTable } from '../terminal/text-table.ts'

/** `policy`: every key with its value and where it comes from. */
export const policy: CommandAction<GeneralOptions> = async ({ open, screen }) => {
  const { values, origins } = (await open()).policy.current()
  const records = POLICY_KEYS.map((key) => {
    const { source, isLocked } = origins[key]
    return { key, value: values[key], source, locked: isLocked }
  })
  await screen.result(records, () =>
    textTable(
      ['KEY', 'VALUE', 'SOURCE', 'LOCKED'],
      records.map(({ key, value, source, locked }) => [key, valueText(value), source, locked ? 'yes' : 'no']),
    ),
  )
  return undefined
}

function valueText(value: unknown): string | null {
  if (value === null) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
