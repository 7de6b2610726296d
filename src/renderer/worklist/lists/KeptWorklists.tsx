import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { IconButton } from '../../ui/actions/IconButton.tsx'
import { Foreign } from '../../ui/base/Foreign.tsx'
import base from '../../ui/base/base.module.css'
import { classes } from '../../ui/base/classes.ts'
import { countOf, displayName, numberText, shortMoment } from '../../ui/base/words.ts'
import type { Worklist } from '../store/worklist-state.ts'
import { worklistStore } from '../store/worklist-store.ts'
import styles from './Lists.module.css'

/** The worklists of this account, to be opened again. */
export function KeptWorklists(): ReactNode {
  const lists = useStore(worklistStore, (state) => state.lists)
  if (lists.length === 0) return null
  return (
    <section className={styles.kept} aria-labelledby="kept-worklists">
      <h2 id="kept-worklists">Your worklists</h2>
      <ul>
        {lists.map((list) => (
          <KeptWorklist key={list.worklistId} list={list} />
        ))}
      </ul>
    </section>
  )
}

function KeptWorklist({ list }: { readonly list: Worklist }): ReactNode {
  return (
    <li>
      <button
        type="button"
        className={styles.open}
        disabled={!list.isReadable}
        onClick={() => void worklistStore.actions.open(list.worklistId)}
      >
        <span className={classes(styles.name, base.ellipsis)}>
          <Foreign text={list.name} />
        </span>
        <span className={classes(styles.summary, base.note)}>{listSummary(list)}</span>
      </button>
      <IconButton
        label={`Remove ${displayName(list.name)}`}
        icon={Trash2}
        onPress={() => void worklistStore.actions.remove(list)}
      />
    </li>
  )
}

/** “46 lines · checked 09:12 · 3 changed”. */
function listSummary({ lines, checkedAt, changedReferences, isReadable }: Worklist): string {
  if (!isReadable) return 'Damaged: it can only be removed'
  return [
    countOf(lines, 'line'),
    checkedAt === null ? 'never checked' : `checked ${shortMoment(checkedAt)}`,
    ...(changedReferences > 0 ? [`${numberText(changedReferences)} changed`] : []),
  ].join(' · ')
}
