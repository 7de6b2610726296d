import { Plus, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { KNOWN_STATES } from '../../shared/text/fold-state.ts'
import { Button } from '../ui/actions/Button.tsx'
import { FilterSelect } from '../ui/fields/FilterSelect.tsx'
import { IconButton } from '../ui/actions/IconButton.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { changeForm, searchStore } from './search-store.ts'
import styles from './SearchScreen.module.css'

const STATES = KNOWN_STATES.map(({ state, label }) => ({ id: state, title: label }))

/** What goes to the service as it stands: its reference names few filters and hints at more. */
export function MoreFilters(): ReactNode {
  const { form } = useStore(searchStore)
  return (
    <div className={styles.more}>
      <StateFilter />
      <TextField
        label="Status sent to the service"
        placeholder="ACTIVE"
        value={form.status}
        onChange={(status) => changeForm({ status })}
        isMono
      />
      <TextField
        label="Instance"
        placeholder="DOCEX, then any"
        value={form.instance ?? ''}
        onChange={(instance) => changeForm({ instance: instance === '' ? null : instance })}
        isMono
      />
      {Object.entries(form.filters).map(([name, value]) => (
        <div key={name} className={styles.filter}>
          <TextField
            label={name}
            value={value}
            onChange={(changed) => changeForm({ filters: { ...form.filters, [name]: changed } })}
            isMono
          />
          <IconButton label={`Remove filter ${name}`} icon={X} onPress={() => changeForm({ filters: without(name) })} />
        </div>
      ))}
      <AddFilter />
    </div>
  )
}

/** Looked at here, after the service has answered: it filters by no state (T7, T12). */
function StateFilter(): ReactNode {
  const states = useStore(searchStore, ({ form }) => form.states)
  return (
    <div className={styles.states}>
      <FilterSelect
        label="States to list"
        options={STATES}
        selected={states}
        onChange={(chosen) => changeForm({ states: [...chosen] })}
      />
    </div>
  )
}

function AddFilter(): ReactNode {
  const [name, setName] = useState('')
  const add = (): void => {
    const { filters } = searchStore.getState().form
    changeForm({ filters: { ...filters, [name.trim()]: filters[name.trim()] ?? '' } })
    setName('')
  }
  return (
    <div className={styles.filter}>
      <TextField
        label="Another filter by its name"
        placeholder="parcelRef"
        value={name}
        onChange={setName}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || name.trim() === '') return
          event.preventDefault()
          add()
        }}
        isMono
      />
      <Button variant="plain" icon={Plus} isDisabled={name.trim() === ''} onPress={add}>
        Add
      </Button>
    </div>
  )
}

function without(name: string): Record<string, string> {
  const { [name]: _gone, ...rest } = searchStore.getState().form.filters
  return rest
}
