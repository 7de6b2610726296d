import { Copy, TableProperties } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { goTo } from '../client/place-store.ts'
import { Button } from '../ui/actions/Button.tsx'
import { countOf, numberText } from '../ui/base/words.ts'
import { Banner } from '../ui/feedback/Banner.tsx'
import { copyText } from '../ui/feedback/copy-text.ts'
import { worklistStore } from '../worklist/store/worklist-store.ts'
import { searchStore } from './search-store.ts'

const MAX_NAMED = 8

/** The references without a set: a count of sets alone would hide them. */
export function MissingReferences(): ReactNode {
  const { missing, submitted } = useStore(searchStore)
  if (missing.length === 0) return null
  const named = missing.slice(0, MAX_NAMED).join(', ')
  const rest = missing.length - MAX_NAMED
  const references = countOf(missing.length, 'reference')
  const check = (): void => {
    goTo('worklist')
    void worklistStore.actions.checkReferences(submitted.shipmentRefs, submitted.customers)
  }
  return (
    <Banner
      tone="warning"
      title={`${references} found nothing: ${named}${rest > 0 ? ` and ${numberText(rest)} more` : ''}`}
      action={
        <>
          <Button
            variant="quiet"
            icon={Copy}
            onPress={() => void copyText(missing.join('\r\n'), `${references} copied`)}
          >
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
