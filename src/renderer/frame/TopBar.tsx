import { ChevronDown, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { useCommand } from '../commands/use-commands.ts'
import { PALETTE_TITLE } from '../commands/commands-store.ts'
import { Button } from '../ui/actions/Button.tsx'
import { Glyph } from '../ui/actions/Glyph.tsx'
import { Kbd } from '../ui/actions/Kbd.tsx'
import { Menu, type MenuEntry } from '../ui/actions/Menu.tsx'
import base from '../ui/base/base.module.css'
import { classes } from '../ui/base/classes.ts'
import { announcedShortcut } from '../ui/base/shortcut.ts'
import { Logo } from './Logo.tsx'
import { TestBand } from './TestBand.tsx'
import styles from './TopBar.module.css'

export interface TopBarProps {
  /** Only the band of the test environment is left. */
  readonly isBare: boolean
  readonly environment: 'production' | 'test'
  readonly accountName: string
  readonly userName: string
  /** Other profiles, sign out. */
  readonly accountEntries: readonly MenuEntry[]
  /** At the right: the state of the feed, unread. */
  readonly status?: ReactNode
}

/** Who is signed in where, the way to every command, and the state of the feed. */
export function TopBar({ isBare, environment, accountName, userName, accountEntries, status }: TopBarProps): ReactNode {
  return (
    <header className={styles.header}>
      {environment === 'test' && <TestBand />}
      <div className={styles.bar} hidden={isBare}>
        <div className={styles.account}>
          <Logo />
          <Menu
            label="Account"
            trigger={<AccountButton name={accountName} user={userName} />}
            entries={accountEntries}
          />
          {environment === 'production' && <span className={styles.production}>Production</span>}
        </div>
        <PaletteButton />
        <div className={styles.status}>{status}</div>
      </div>
    </header>
  )
}

function AccountButton({ name, user }: { readonly name: string; readonly user: string }): ReactNode {
  return (
    <Button variant="quiet">
      <span className={styles.who}>
        <span className={classes(styles.name, base.ellipsis)} title={name}>
          {name}
        </span>
        {!name.includes(user) && (
          <span className={classes(styles.user, base.ellipsis, base.aside)} title={user}>
            {user}
          </span>
        )}
        <Glyph icon={ChevronDown} size="small" />
      </span>
    </Button>
  )
}

function PaletteButton(): ReactNode {
  const palette = useCommand('palette.open')
  return (
    <AriaButton
      className={classes(styles.palette)}
      onPress={() => palette?.run()}
      {...announcedShortcut(palette?.shortcuts[0])}
    >
      <Glyph icon={Search} size="small" />
      <span className={styles.invitation}>{PALETTE_TITLE}</span>
      {palette?.shortcuts[0] !== undefined && <Kbd shortcut={palette.shortcuts[0]} />}
    </AriaButton>
  )
}
