import { Copy, TableProperties } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { goTo } from '../client/place-store.ts'
import { Banner } from '../ui/feedback/Banner.tsx'
import { Button } from '../ui/actions/Button.tsx'
import { showToast } from '../ui/feedback/toast-queue.ts'
import { checkReferences } from '../worklist/worklist-store.ts'
import { searchStore } from './search-store.ts'

const MOST_NAMED = 8

/** Which of the references asked for there is no set of: a count of sets alone hides that. */
export function MissingReferences(): ReactNode {
  const { missing, asked } = useStore(searchStore)
  if (missing.length === 0) return null
  const named = missing.slice(0, MOST_NAMED).join(', ')
  const rest = missing.length - MOST_NAMED
  const references = counted(missing.length)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(missing.join('\r\n'))
    showToast({ text: `${references} copied` })
  }
  const check = (): void => {
    goTo('worklist')
    void checkReferences(asked.shipmentRefs, asked.customers)
  }
  return (
    <Banner
      tone="warning"
      title={`${references} found nothing: ${named}${rest > 0 ? ` and ${rest.toLocaleString('en')} more` : ''}`}
      action={
        <>
          <Button variant="quiet" icon={Copy} onPress={() => void copy()}>
            Copy
          </Button>
          <Button variant="quiet" icon={TableProperties} onPress={check}>
            Open as worklist
          </Button>
        </>
      }
    />
  )
}

function counted(references: number): string {
  return references === 1 ? '1 reference' : `${references.toLocaleString('en')} references`
}
