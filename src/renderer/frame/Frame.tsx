import { type ReactNode, useId } from 'react'
import { VisuallyHidden } from 'react-aria-components'
import { commandsStore, PALETTE_TITLE } from '../commands/commands-store.ts'
import { type OfferInGroup, useCommandsIn } from '../commands/use-commands.ts'
import { useShortcuts } from '../commands/use-shortcuts.ts'
import { ToastRegion } from '../ui/feedback/ToastRegion.tsx'
import styles from './Frame.module.css'
import { PLACES, Rail, type RailProps } from './Rail.tsx'
import { ShortcutSheet } from './ShortcutSheet.tsx'
import { TopBar, type TopBarProps } from './TopBar.tsx'
import { useFocusHeir } from './use-focus-heir.ts'

interface FrameProps extends TopBarProps, RailProps {
  /** Leaves the whole window to the place. What says that this is a test environment stays. */
  readonly isBare: boolean
  /** The open place. */
  readonly children: ReactNode
}

/** What surrounds every place: top bar, rail, shortcuts, toasts. */
export function Frame({ children, isBare, place, onGo, counts, troubles, ...topBar }: FrameProps): ReactNode {
  const titleId = useId()
  useShortcuts()
  useFocusHeir(place)
  useCommandsIn('Desk', PALETTE_COMMANDS)
  useCommandsIn('Places', placeCommands(onGo))
  return (
    <div className={styles.frame}>
      <TopBar {...topBar} isBare={isBare} />
      <div className={styles.body}>
        {!isBare && <Rail place={place} onGo={onGo} counts={counts} troubles={troubles} />}
        <main className={styles.place} aria-labelledby={titleId} tabIndex={-1}>
          <VisuallyHidden>
            <h1 id={titleId}>{PLACES.find((facts) => facts.place === place)?.title}</h1>
          </VisuallyHidden>
          {children}
        </main>
      </div>
      <ShortcutSheet />
      <ToastRegion />
    </div>
  )
}

const PALETTE_COMMANDS: readonly OfferInGroup[] = [
  {
    id: 'palette.open',
    title: PALETTE_TITLE,
    shortcut: 'Mod+K',
    isHidden: true,
    run: () => commandsStore.setState({ isPaletteOpen: true }),
  },
  {
    id: 'shortcuts.show',
    title: 'Show keyboard shortcuts',
    shortcut: '?',
    run: () => commandsStore.setState({ isSheetOpen: true }),
  },
]

function placeCommands(onGo: RailProps['onGo']): OfferInGroup[] {
  return PLACES.map(({ place, title }, index) => ({
    id: `go.${place}`,
    title: `Go to ${title}`,
    shortcut: [`Mod+${index + 1}`, `${index + 1}`],
    run: () => onGo(place),
  }))
}
