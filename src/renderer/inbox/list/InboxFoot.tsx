import { CheckCheck, FileDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { useDesk } from '../../client/desk-store.ts'
import { CommandButton, CommandIconButton } from '../../commands/CommandButton.tsx'
import { Button } from '../../ui/actions/Button.tsx'
import { countOf, numberText } from '../../ui/base/words.ts'
import styles from '../InboxScreen.module.css'
import { inboxStore } from '../store/inbox-store.ts'

/** Always visible: how many entries there are, how many are ticked, and what can be done with them. */
export function InboxFoot(): ReactNode {
  const { count, ticked, isLoading } = useStore(inboxStore)
  const health = useDesk(({ feed }) => feed?.view.health)
  const isTrouble = health?.state === 'trouble'
  return (
    <div className={styles.foot}>
      <output aria-label="Entries">
        {isLoading === undefined ? '' : countOf(count, 'entry', 'entries')}
        {ticked.size > 0 && ` · ${numberText(ticked.size)} ticked`}
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
