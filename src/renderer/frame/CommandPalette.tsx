import { type ReactNode, useState } from 'react'
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Modal,
  ModalOverlay,
  TextField,
} from 'react-aria-components'
import { useStore } from 'zustand'
import { type Command, commandsStore, listedCommands } from '../commands/commands-store.ts'
import { Kbd } from '../ui/actions/Kbd.tsx'
import popupStyles from '../ui/actions/Menu.module.css'
import { classes } from '../ui/base/classes.ts'
import styles from './CommandPalette.module.css'
import { type RankedItem, fuzzyFilter } from './fuzzy-filter.ts'

/** The field in the top bar has the palette’s title. */
export const PALETTE_TITLE = 'Find a shipment or run a command'

/** Every command, found by a few letters of its name, and a search for the typed text. */
export function CommandPalette(): ReactNode {
  const isOpen = useStore(commandsStore, (state) => state.isPaletteOpen)
  return (
    <ModalOverlay
      isOpen={isOpen}
      isDismissable
      onOpenChange={(isPaletteOpen) => commandsStore.setState({ isPaletteOpen })}
      className={classes(styles.scrim)}
    >
      <Modal className={classes(styles.modal)}>
        <Dialog aria-label={PALETTE_TITLE} className={classes(styles.dialog)}>
          <PaletteContent />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/** The entry for the typed text; no command has this id. */
const TEXT_COMMAND = 'typed text'

// React Aria sets everything a screen reader needs for a combobox except the role.
const COMBOBOX = { role: 'combobox', 'aria-expanded': true } as const

function PaletteContent(): ReactNode {
  const [query, setQuery] = useState('')
  const { commands, textCommand } = useStore(commandsStore)
  const text = query.trim()
  const enabled = listedCommands(commands).filter(({ isEnabled }) => isEnabled)
  const found = fuzzyFilter(enabled, query, ({ group, title }) => `${title} ${group}`)
  return (
    <Autocomplete inputValue={query} onInputChange={setQuery}>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a palette that opens is there to be typed into */}
      <TextField aria-label="Command" autoFocus className={classes(styles.field)}>
        <Input {...COMBOBOX} placeholder="Type a shipment reference or a command" className={classes(styles.input)} />
      </TextField>
      <ListBox
        aria-label="Commands"
        selectionMode="none"
        className={classes(styles.list)}
        onAction={(id) => {
          const chosen = enabled.find((command) => command.id === id)
          runChosen(id === TEXT_COMMAND ? () => textCommand?.run(text) : chosen?.run)
        }}
        renderEmptyState={() => <p className={popupStyles.none}>No command has these letters</p>}
      >
        {text === '' ? grouped(found) : found.map((match) => <Row key={match.item.id} {...match} />)}
        {text !== '' && textCommand !== null && (
          <ListBoxItem id={TEXT_COMMAND} textValue={query} className={classes(popupStyles.item)}>
            <span className={popupStyles.words}>{textCommand.title(text)}</span>
          </ListBoxItem>
        )}
      </ListBox>
    </Autocomplete>
  )
}

function grouped(found: readonly RankedItem<Command>[]): ReactNode {
  const groups = Map.groupBy(found, ({ item }) => item.group)
  return [...groups].map(([group, matches]) => (
    <ListBoxSection key={group} id={group}>
      <Header className={classes(popupStyles.heading)}>{group}</Header>
      {matches.map((match) => (
        <Row key={match.item.id} {...match} />
      ))}
    </ListBoxSection>
  ))
}

function Row({ item, places }: RankedItem<Command>): ReactNode {
  const [shortcut] = item.shortcuts
  return (
    <ListBoxItem id={item.id} textValue={item.title} className={classes(popupStyles.item)}>
      <span className={popupStyles.words}>
        {places.length === 0 ? item.title : <Marked text={item.title} places={places} />}
      </span>
      {places.length > 0 && <span className={popupStyles.more}>{item.group}</span>}
      {shortcut !== undefined && <Kbd shortcut={shortcut} />}
    </ListBoxItem>
  )
}

function Marked({ text, places }: { readonly text: string; readonly places: readonly number[] }): ReactNode {
  const marked = new Set(places)
  return [...text].map((letter, place) =>
    marked.has(place) ? (
      <b key={place} className={styles.marked}>
        {letter}
      </b>
    ) : (
      letter
    ),
  )
}

function runChosen(run: (() => void) | undefined): void {
  commandsStore.setState({ isPaletteOpen: false })
  // After the palette has returned the focus, so that the command finds it where the user left it.
  if (run !== undefined) setTimeout(run)
}
