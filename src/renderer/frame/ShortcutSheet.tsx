import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { Dialog } from '../ui/Dialog.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { type Command, commandsStore, findCommand } from './commands-store.ts'
import styles from './ShortcutSheet.module.css'

const close = (): void => commandsStore.setState({ isSheetOpen: false })

/** Every shortcut that works right now, by group. */
export function ShortcutSheet(): ReactNode {
  const { commands, isSheetOpen } = useStore(commandsStore)
  const groups = Map.groupBy(withKeys(commands), ({ group }) => group)
  return (
    <Dialog title="Keyboard shortcuts" size="large" isOpen={isSheetOpen} onClose={close}>
      <div className={styles.groups}>
        {[...groups].map(([group, members]) => (
          <section key={group} className={styles.group}>
            <h3>{group}</h3>
            <dl className={styles.list}>
              {members.map((command) => (
                <Line key={command.id} command={command} />
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

function Line({ command }: { readonly command: Command }): ReactNode {
  return (
    <div className={styles.line}>
      <dt>{command.title}</dt>
      <dd className={styles.keys}>
        {command.shortcuts.map((shortcut) => (
          <Kbd key={shortcut} shortcut={shortcut} />
        ))}
      </dd>
    </div>
  )
}

function withKeys(commands: readonly Command[]): readonly Command[] {
  return commands.filter((command) => command.shortcuts.length > 0 && findCommand(commands, command.id) === command)
}
