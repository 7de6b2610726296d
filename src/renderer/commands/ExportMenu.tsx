import { FileDown } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Input } from '../../shared/contract/contract.ts'
import { Button } from '../ui/actions/Button.tsx'
import { CommandMenu } from './CommandMenu.tsx'
import type { OfferInGroup } from './use-commands.ts'

export type TableFormat = Input<'search.export'>['format']
type Place = 'search' | 'worklist' | 'inbox'

const FORMATS = [
  { format: 'xlsx', title: 'Export as Excel…' },
  { format: 'csv', title: 'Export as CSV…' },
] as const
const idOf = (place: Place, format: TableFormat): string => `${place}.export.${format}`

/** The files that the list of a place can be written into. */
export function ExportMenu({ place }: { readonly place: Place }): ReactNode {
  return (
    <CommandMenu
      label="Export"
      trigger={
        <Button variant="quiet" icon={FileDown}>
          Export…
        </Button>
      }
      commands={FORMATS.map(({ format }) => idOf(place, format))}
    />
  )
}

/** The commands of that menu. */
export function exportOffers(
  place: Place,
  isEnabled: boolean,
  write: (format: TableFormat) => Promise<void>,
): OfferInGroup[] {
  return FORMATS.map(({ format, title }) => ({
    id: idOf(place, format),
    title,
    isEnabled,
    run: () => void write(format),
  }))
}
