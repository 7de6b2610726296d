import { FileDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/actions/Button.tsx'
import { CommandMenu } from './CommandMenu.tsx'

/** The files that a list can be written into. */
export function ExportMenu({ commands }: { readonly commands: readonly string[] }): ReactNode {
  return (
    <CommandMenu
      label="Export"
      trigger={
        <Button variant="quiet" icon={FileDown}>
          Export…
        </Button>
      }
      commands={commands}
    />
  )
}
