import { BookmarkPlus, ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { useDesk } from '../state/use-desk.ts'
import { Button } from '../ui/Button.tsx'
import { Menu, type MenuEntry } from '../ui/Menu.tsx'
import { Popover } from '../ui/Popover.tsx'
import { TextField } from '../ui/TextField.tsx'
import type { NamedPattern, SaveStore } from './create-save-store.ts'
import styles from './SaveDialog.module.css'

/** Patterns that the user gave a name: take one, or keep the one in the field. */
export function NamedPatterns({ store }: { readonly store: SaveStore }): ReactNode {
  const patterns = useDesk((desk) => desk.settings.patterns)
  const pattern = useStore(store, (state) => state.form.pattern)
  return (
    <>
      {patterns.length > 0 && (
        <Menu
          label="Named patterns"
          trigger={
            <Button variant="quiet" icon={ChevronDown}>
              Named patterns
            </Button>
          }
          entries={patterns.map((one) => entryOf(one, one.pattern === pattern, store))}
        />
      )}
      <Popover
        label="Keep this pattern"
        trigger={
          <Button variant="quiet" icon={BookmarkPlus} isDisabled={pattern.trim() === ''}>
            Keep under a name…
          </Button>
        }
      >
        {(close) => (
          <NameForm
            isTaken={(name) => patterns.some((one) => one.name === name)}
            onKeep={(name) => {
              void store.actions.namePattern(name, patterns)
              close()
            }}
          />
        )}
      </Popover>
    </>
  )
}

function entryOf({ name, pattern }: NamedPattern, isTicked: boolean, store: SaveStore): MenuEntry {
  return { id: name, title: name, isTicked, run: () => store.actions.change({ pattern }) }
}

interface NameFormProps {
  readonly isTaken: (name: string) => boolean
  readonly onKeep: (name: string) => void
}

function NameForm({ isTaken, onKeep }: NameFormProps): ReactNode {
  const [name, setName] = useState('')
  const wanted = name.trim()
  return (
    <form
      noValidate
      className={styles.nameForm}
      onSubmit={(event) => {
        event.preventDefault()
        // React passes it on to the form that the popover was opened from, which would save the documents.
        event.stopPropagation()
        if (wanted !== '') onKeep(wanted)
      }}
    >
      <TextField
        label="Name of the pattern"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form was opened to type this
        autoFocus
        value={name}
        description={
          isTaken(wanted) ? 'There is a pattern of this name. It will be changed.' : 'For example “Bank files”.'
        }
        onChange={setName}
      />
      <Button type="submit" variant="primary" isDisabled={wanted === ''}>
        {isTaken(wanted) ? 'Change the pattern' : 'Keep the pattern'}
      </Button>
    </form>
  )
}
