import { Plus, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { KNOWN_STATES } from '../../../shared/text/set-fields.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { IconButton } from '../../ui/actions/IconButton.tsx'
import { FilterSelect } from '../../ui/fields/Select.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { PARCEL_FILTER, type SearchForm } from '../search-state.ts'
import { searchStore } from '../search-store.ts'
import styles from './FilterBar.module.css'

const { actions } = searchStore

/** What is asked for besides customers and shipments. */
export function hasFurtherFilters({ filters, instance, status, states }: SearchForm): boolean {
  return Object.keys(filters).length > 0 || instance !== null || status !== '' || states.length > 0
}

/** Shows a field for another filter of the service. */
export function addFilter(name: string): void {
  const { filters } = searchStore.getState().form
  actions.changeForm({ filters: { ...filters, [name]: filters[name] ?? '' } })
}

const STATES = KNOWN_STATES.map(({ state, label }) => ({ id: state, title: label }))

/** Sent to the service unchanged: its reference names few filters and hints at more. */
export function MoreFilters(): ReactNode {
  const { form } = useStore(searchStore)
  return (
    <div className={styles.more}>
      <StateFilter />
      <TextField
        label="Status, as the service calls it"
        placeholder="ACTIVE"
        value={form.status}
        onChange={(status) => actions.changeForm({ status })}
        isMono
      />
      <TextField
        label="Part of the service (instance)"
        placeholder="The usual one"
        value={form.instance ?? ''}
        onChange={(instance) => actions.changeForm({ instance: instance === '' ? null : instance })}
        isMono
      />
      {Object.entries(form.filters).map(([name, value]) => (
        <div key={name} className={styles.filter}>
          <TextField
            label={name === PARCEL_FILTER ? 'Parcel number' : name}
            value={value}
            onChange={(changed) => actions.changeForm({ filters: { ...form.filters, [name]: changed } })}
            isMono
          />
          <IconButton
            label={`Remove filter ${name}`}
            icon={X}
            onPress={() => actions.changeForm({ filters: without(name) })}
          />
        </div>
      ))}
      <AddFilter />
    </div>
  )
}

/** Applied here, after the service has answered, because it cannot filter by state (T7, T12). */
function StateFilter(): ReactNode {
  const states = useStore(searchStore, ({ form }) => form.states)
  return (
    <div className={styles.states}>
      <FilterSelect
        label="States to list"
        options={STATES}
        selected={states}
        onChange={(chosen) => actions.changeForm({ states: [...chosen] })}
      />
    </div>
  )
}

function AddFilter(): ReactNode {
  const [name, setName] = useState('')
  const add = (): void => {
    addFilter(name.trim())
    setName('')
  }
  return (
    <div className={styles.filter}>
      <TextField
        label="Another filter, by name"
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
