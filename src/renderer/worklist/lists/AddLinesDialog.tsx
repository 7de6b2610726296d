import { FolderOpen } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../ui/actions/Button.tsx'
import { FailureNotice } from '../../ui/feedback/Banner.tsx'
import { TextArea } from '../../ui/fields/TextField.tsx'
import { Dialog } from '../../ui/layout/Dialog.tsx'
import { worklistStore } from '../store/worklist-store.ts'

/** Further lines for the list on the screen; only they are looked up. */
export function AddLinesDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const failure = useStore(worklistStore, (state) => state.failure)
  const [text, setText] = useState('')
  const [step, setStep] = useState<'asking' | 'dialog' | 'text' | 'refused'>('asking')
  const add = async (source: { kind: 'dialog' } | { kind: 'text'; text: string }): Promise<void> => {
    setStep(source.kind)
    if (await worklistStore.actions.addLines(source)) onClose()
    else setStep('refused')
  }
  const isAdding = step === 'dialog' || step === 'text'
  return (
    <Dialog
      title="Add lines"
      size="small"
      isBusy={isAdding}
      onClose={onClose}
      footer={
        <>
          <Button
            icon={FolderOpen}
            isPending={step === 'dialog'}
            isDisabled={step === 'text'}
            onPress={() => void add({ kind: 'dialog' })}
          >
            Choose a file…
          </Button>
          <Button
            variant="primary"
            isPending={step === 'text'}
            isDisabled={text.trim() === '' || step === 'dialog'}
            onPress={() => void add({ kind: 'text', text })}
          >
            {step === 'text' ? 'Adding lines…' : 'Add lines'}
          </Button>
        </>
      }
    >
      {step === 'refused' && failure !== null && <FailureNotice failure={failure} />}
      <TextArea
        label="Shipment references"
        description="One per line, added at the end. Columns with the same heading become one."
        value={text}
        onChange={setText}
        isMono
      />
    </Dialog>
  )
}
