import { BookmarkPlus, ChevronDown } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useStore } from 'zustand'
import { useDesk } from '../../client/desk-store.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { Menu, type MenuEntry } from '../../ui/actions/Menu.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Dialog } from '../../ui/layout/Dialog.tsx'
import type { NamedPattern, SaveStore } from '../store/save-store.ts'

/** The user’s saved patterns: use one, or save the one in the field. */
export function NamedPatterns({ store }: { readonly store: SaveStore }): ReactNode {
  const patterns = useDesk((desk) => desk.settings.patterns)
  const pattern = useStore(store, (state) => state.form.pattern)
  const isRefused = useStore(store, (state) => state.example.failure !== null)
  const [isNaming, setIsNaming] = useState(false)
  return (
    <>
      {patterns.length > 0 && (
        <Menu
          label="Saved patterns"
          trigger={
            <Button variant="quiet" icon={ChevronDown}>
              Saved patterns
            </Button>
          }
          entries={patterns.map((one) => entryOf(one, one.pattern === pattern, store))}
        />
      )}
      <Button
        variant="quiet"
        icon={BookmarkPlus}
        isDisabled={pattern.trim() === '' || isRefused}
        onPress={() => setIsNaming(true)}
      >
        Save pattern…
      </Button>
      {isNaming && <PatternNameDialog store={store} onClose={() => setIsNaming(false)} />}
    </>
  )
}

function entryOf({ name, pattern }: NamedPattern, isTicked: boolean, store: SaveStore): MenuEntry {
  return { id: name, title: name, isTicked, run: () => store.actions.change({ pattern }) }
}

function PatternNameDialog({ store, onClose }: { readonly store: SaveStore; readonly onClose: () => void }): ReactNode {
  const patterns = useDesk((desk) => desk.settings.patterns)
  const formId = useId()
  const [name, setName] = useState('')
  const trimmed = name.trim()
  const isTaken = patterns.some((one) => one.name === trimmed)
  const savePattern = (event: FormEvent): void => {
    event.preventDefault()
    // In React this form is inside the save dialog’s form, which would start the save.
    event.stopPropagation()
    if (trimmed === '') return
    void store.actions.namePattern(trimmed, patterns)
    onClose()
  }
  const footer = (
    <>
      <Button onPress={onClose}>Cancel</Button>
      <Button type="submit" form={formId} variant="primary" isDisabled={trimmed === ''}>
        {isTaken ? 'Change pattern' : 'Save pattern'}
      </Button>
    </>
  )
  return (
    <Dialog title="Save pattern" size="small" isOpen onClose={onClose} footer={footer}>
      <form noValidate id={formId} onSubmit={savePattern}>
        <TextField
          label="Name of the pattern"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to type this
          autoFocus
          value={name}
          description={isTaken ? 'A pattern with this name exists and will be changed.' : 'For example “Bank files”.'}
          onChange={setName}
        />
      </form>
    </Dialog>
  )
}
