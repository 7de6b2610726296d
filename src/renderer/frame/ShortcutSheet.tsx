import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { type Command, commandsStore, findCommand } from '../commands/commands-store.ts'
import { Kbd } from '../ui/actions/Kbd.tsx'
import base from '../ui/base/base.module.css'
import { classes } from '../ui/base/classes.ts'
import { Dialog } from '../ui/layout/Dialog.tsx'
import styles from './ShortcutSheet.module.css'

const close = (): void => commandsStore.setState({ isSheetOpen: false })

/** Every shortcut that currently works, by group. */
export function ShortcutSheet(): ReactNode {
  const isOpen = useStore(commandsStore, (state) => state.isSheetOpen)
  return (
    <Dialog title="Keyboard shortcuts" size="large" isOpen={isOpen} onClose={close}>
      <Shortcuts />
    </Dialog>
  )
}

/** A separate part, which is only there while the sheet is open: a change of any command does not draw a closed one. */
function Shortcuts(): ReactNode {
  const { commands, hasSingleKeys } = useStore(commandsStore)
  const groups = Map.groupBy(withKeys(commands), ({ group }) => group)
  return (
    <>
      {!hasSingleKeys && (
        <p className={classes(styles.note, base.muted)}>Single keys are off; Settings, Keyboard turns them on.</p>
      )}
      <div className={styles.groups}>
        {[...groups].map(([group, members]) => (
          <section key={group} className={styles.group}>
            <h3>{group}</h3>
            <dl className={styles.list}>
              {members.map((command) => (
                <Line key={command.id} {...command} />
              ))}
            </dl>
          </section>
        ))}
        <section className={styles.group}>
          <h3>In a list</h3>
          <dl className={styles.list}>
            {LIST_KEYS.map(({ title, shortcuts }) => (
              <Line key={title} title={title} shortcuts={shortcuts} />
            ))}
          </dl>
        </section>
      </div>
    </>
  )
}

/** The grid’s own keys, which are not commands: they act on the focused cell. */
const LIST_KEYS = [
  { title: 'Open the row, then the whole window', shortcuts: ['Enter'] },
  { title: 'Tick or untick', shortcuts: ['Space'] },
  { title: 'Tick along', shortcuts: ['Shift+ArrowDown', 'Shift+ArrowUp'] },
  { title: 'Tick all', shortcuts: ['Mod+A'] },
  { title: 'Copy the ticked rows', shortcuts: ['Mod+C'] },
  { title: 'First, last row', shortcuts: ['Mod+Home', 'Mod+End'] },
  { title: 'Column menu, in its title', shortcuts: ['Alt+ArrowDown'] },
] as const

function Line({ title, shortcuts }: Pick<Command, 'title' | 'shortcuts'>): ReactNode {
  return (
    <div className={styles.line}>
      <dt>{title}</dt>
      <dd className={styles.keys}>
        {shortcuts.map((shortcut) => (
          <Kbd key={shortcut} shortcut={shortcut} />
        ))}
      </dd>
    </div>
  )
}

function withKeys(commands: readonly Command[]): readonly Command[] {
  return commands.filter((command) => command.shortcuts.length > 0 && findCommand(commands, command.id) === command)
}
