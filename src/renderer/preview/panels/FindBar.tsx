import { CaseSensitive, ChevronDown, ChevronUp, WholeWord, X } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { IconButton, ToggleIconButton } from '../../ui/actions/IconButton.tsx'
import { numberText } from '../../ui/base/words.ts'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import type { PreviewModel } from '../create-preview.ts'
import type { Find } from '../find-in-document.ts'
import type { FindState } from '../preview-store.ts'
import styles from './FindBar.module.css'

/** The words to find, the number of matches, and buttons for the next and previous match. */
export function FindBar({ model }: { readonly model: PreviewModel }): ReactNode {
  const { store } = model
  const state = useStore(store, (one) => one.find)
  const isShown = useStore(store, ({ phase }) => phase.is === 'shown')
  if (!state.isOpen || !isShown) return null
  return <OpenBar model={model} state={state} />
}

function OpenBar({ model, state }: { readonly model: PreviewModel; readonly state: FindState }): ReactNode {
  const { find } = model
  useReturnOfFocus()
  const hasMatches = state.total > 0
  return (
    <search className={styles.bar}>
      <div className={styles.words} onKeyDownCapture={keysOf(find)} onFocus={selectWords}>
        <SearchField
          key={state.timesOpened}
          label={'Find in document'}
          value={state.query}
          // Opened by a key or a button, in order to type.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          onChange={(query) => find.change({ query })}
        />
      </div>
      <output className={styles.count}>{countText(state)}</output>
      <IconButton label={'Previous match'} icon={ChevronUp} isDisabled={!hasMatches} onPress={() => find.step(-1)} />
      <IconButton label={'Next match'} icon={ChevronDown} isDisabled={!hasMatches} onPress={() => find.step(1)} />
      <FindOptionToggles model={model} />
      <span className={styles.space} />
      <IconButton label="Close" icon={X} shortcut="Escape" onPress={find.close} />
    </search>
  )
}

/** Closing returns the focus to where it was, unless it has moved elsewhere. */
function useReturnOfFocus(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus()
    },
    [before],
  )
}

/** The options that decide which matches count. */
function FindOptionToggles({ model: { store, find } }: { readonly model: PreviewModel }): ReactNode {
  const wish = useStore(store, (one) => one.find)
  return (
    <>
      <ToggleIconButton
        label={'Same case'}
        icon={CaseSensitive}
        isSelected={wish.isCaseSensitive}
        onChange={(isCaseSensitive) => find.change({ isCaseSensitive })}
      />
      <ToggleIconButton
        label={'Whole words'}
        icon={WholeWord}
        isSelected={wish.isWholeWord}
        onChange={(isWholeWord) => find.change({ isWholeWord })}
      />
    </>
  )
}

function keysOf(find: Find) {
  return (event: KeyboardEvent): void => {
    if (event.key === 'Enter') find.step(event.shiftKey ? -1 : 1)
    // Before the field, where Esc would only clear the text.
    else if (event.key === 'Escape') find.close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
}

/** Selects the text, so that typing replaces the last search. */
function selectWords({ target }: FocusEvent): void {
  if (target instanceof HTMLInputElement) target.select()
}

function countText({ query, total, current, isSearching }: FindState): string {
  if (query === '') return ''
  if (total > 0) return `${numberText(current)} of ${numberText(total)}`
  return isSearching ? 'Searching' : 'Not found'
}
