import { CheckCheck, FileDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { CommandButton, CommandIconButton } from '../../commands/CommandButton.tsx'
import { useDesk } from '../../client/desk-store.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { inboxStore } from '../store/inbox-store.ts'
import styles from '../InboxScreen.module.css'

/** Always in sight: how many there are, how many are ticked, and what can be done with them. */
export function InboxFoot(): ReactNode {
  const { count, ticked, isLoading } = useStore(inboxStore)
  const health = useDesk(({ feed }) => feed?.view.health)
  const entries = count === 1 ? '1 entry' : `${count.toLocaleString('en')} entries`
  const isTrouble = health?.state === 'trouble'
  return (
    <div className={styles.foot}>
      <output aria-label="Entries">
        {isLoading === undefined ? '' : entries}
        {ticked.size > 0 && ` · ${ticked.size.toLocaleString('en')} ticked`}
      </output>
      {ticked.size > 0 ? <Ticked /> : isTrouble && <span className={styles.trouble}>{health.sentence}</span>}
      <span className={styles.push} />
      <CommandIconButton id="inbox.export" icon={FileDown} />
      <CommandButton id="inbox.readAll" variant="quiet" icon={CheckCheck} />
    </div>
  )
}

function Ticked(): ReactNode {
  return (
    <>
      <CommandButton id="inbox.done" variant="plain" />
      <CommandButton id="inbox.flag" variant="plain" />
      <CommandButton id="inbox.unread" variant="plain" />
      <Button variant="quiet" onPress={() => inboxStore.focus.clearTicks()}>
        Untick all
      </Button>
    </>
  )
}
